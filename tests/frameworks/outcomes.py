"""A pytest plugin: appends a line of JSON for each test to the file named in FRAMEWORK_OUTCOMES.

Of the collected tests each FRAMEWORK_EVERY-th is run.
"""

import json
import os

import pytest

ORDER = ["passed", "xfailed", "skipped", "failed"]


class Outcomes:
    """Joins the reports of a test's phases into one outcome: the worst."""

    def __init__(self, path: str):
        self.file = open(path, "a", encoding="utf-8", buffering=1)
        self.worst: dict[str, tuple[str, str]] = {}

    def pytest_runtest_logstart(self, nodeid, location):
        """So that a test that ends the process is known."""
        print(json.dumps({"name": nodeid, "outcome": "started", "cause": ""}), file=self.file)

    def pytest_runtest_logreport(self, report):
        outcome = "xfailed" if hasattr(report, "wasxfail") and report.skipped else report.outcome
        known, cause = self.worst.get(report.nodeid, ("passed", ""))
        if ORDER.index(outcome) > ORDER.index(known):
            known, cause = outcome, last_line(report)
        self.worst[report.nodeid] = known, cause
        if report.when == "teardown":
            known, cause = self.worst.pop(report.nodeid)
            print(json.dumps({"name": report.nodeid, "outcome": known, "cause": cause}), file=self.file)


def last_line(report) -> str:
    """The error itself, without the way to it, or why a test was skipped."""
    crash = getattr(report.longrepr, "reprcrash", None)
    skipped = isinstance(report.longrepr, tuple)
    text = crash.message if crash else str(report.longrepr[-1] if skipped else report.longrepr)
    return " ".join(text.split())[:200]


def pytest_configure(config):
    if path := os.environ.get("FRAMEWORK_OUTCOMES"):
        config.pluginmanager.register(Outcomes(path), "outcomes-of-tests")


def pytest_collection_modifyitems(items):
    items[:] = items[:: int(os.environ.get("FRAMEWORK_EVERY", "1"))]


@pytest.fixture(scope="class")
def initialize_from_pytest_config(request):
    """What numba-cuda's test classes ask for; the package has them without the configuration that provides it."""
    request.cls._dump_failed_filechecks = False
