"""What the tests would not notice: the code is changed in one place after the other.

    python -m tests.mutations und1c1 --sites 300
    python -m tests.mutations leagues statistics events --processes 2

Of every subject some sites are drawn; each is changed in a process of its own, in which the tests
run that came through the changed function, then, if all pass, the others of the subject. What is
left is printed with its line: either it means the same, or a test is missing.
"""
