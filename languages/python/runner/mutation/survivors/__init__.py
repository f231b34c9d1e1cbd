"""What becomes of planted mistakes that no test notices: can anything tell them apart from the program?

The files run inside the sandbox, beside `mutation_job.py`, and import nothing of ours but what is loaded there already.
"""
