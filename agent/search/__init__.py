"""How a search goes: what it has, one move after the other, and the loop that makes them."""
