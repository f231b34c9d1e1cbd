"""How the page reaches a browser: the server, its gate, its addresses, and the page as a whole."""
