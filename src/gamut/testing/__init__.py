"""The conformance suite, public: for a user's own game too."""
