from __future__ import annotations

import msgspec


class V(msgspec.Struct):
    a: int

def ask(c, s, seat): return "x"
def tell(c, before, after, seat, mover, a): return []
def view(c, s, seat): return V(1)
def draw(c, s, seat, names): return "x"
