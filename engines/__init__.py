"""Where runs execute: started, followed and cancelled by their id."""
