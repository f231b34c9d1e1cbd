"""A program's windows for a person who is elsewhere: their picture, and what is clicked and typed there.

What is in here runs in the sandbox, beside the program that is tried; `window_job.py` is what is started, and brings
the rest along, with `runner/_scenario/display.py`. Standard library and Pillow only.
"""
