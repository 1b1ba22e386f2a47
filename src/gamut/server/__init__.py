"""The server: tables that nobody can lose and nobody can peek into."""
