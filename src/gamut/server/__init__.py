"""The server: tables for browsers, stored safely, with hidden information kept hidden."""
