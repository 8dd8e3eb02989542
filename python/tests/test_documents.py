"""The examples of docs/python.md run as they stand there."""

import re
from pathlib import Path

import numpy as np
import pytest

import tasuki

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "python.md").read_text()
EXAMPLES = re.findall(r"^## ([^\n]*)\n\n```python\n(.*?)^```", TEXT, re.M | re.S)


def test_the_examples_are_found():
    assert len(EXAMPLES) == TEXT.count("```python") == 4


@pytest.mark.parametrize("name, script", EXAMPLES)
def test_an_example_runs(tmp_path, monkeypatch, name, script):
    tasuki.Context().close()
    (tmp_path / "samples").symlink_to(ROOT / "samples")
    monkeypatch.chdir(tmp_path)
    rng = np.random.default_rng(1)
    x, v = rng.normal(size=(2, 50, 3))
    exec(compile(script, name, "exec"), {"x": x, "v": v, "m": np.full(50, 0.02)})
