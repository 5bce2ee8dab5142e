"""`python -m generator` is the same as `kb`."""

from generator.cli import main

main(prog_name="kb")
