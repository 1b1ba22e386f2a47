"""The wire: messages, connections, and limits on what clients may send."""
