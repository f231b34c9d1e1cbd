"""What goes on while somebody looks: runs that are followed, models that are fetched, and what is new of them."""
