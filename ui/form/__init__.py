"""Where somebody asks for a program, or for a change of one."""
