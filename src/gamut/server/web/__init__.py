"""The web application: its routes, the built pages, and the process that serves them."""
