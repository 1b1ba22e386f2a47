"""The engine: records, chance, binding, tables, replays. It knows no game."""
