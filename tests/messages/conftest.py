"""The fixtures of tests/ui serve here too: the same toys, the same way to run the command."""

import importlib.util
from pathlib import Path

_spec = importlib.util.spec_from_file_location("ui_conftest", Path(__file__).parent.parent / "ui" / "conftest.py")
_ui = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_ui)

toys, run = _ui.toys, _ui.run
