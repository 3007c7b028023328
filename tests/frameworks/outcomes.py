"""A pytest plugin: appends a line of JSON for each test to the file named in FRAMEWORK_OUTCOMES.

Of the collected tests each FRAMEWORK_EVERY-th is run, unless the file has it already: a run goes on where an earlier one
ended. A test that takes more than FRAMEWORK_LIMIT seconds ends the process, one that costs it the device ends the session, so
that no other test fails for it. The last line of a session that ran all its tests is its mark.
"""

import ctypes
import faulthandler
import json
import os

import pytest

ORDER = ["passed", "xfailed", "skipped", "failed"]
EVERY = os.environ.get("FRAMEWORK_EVERY", "1")
# As it is before pytest takes what tests write.
STDERR = os.fdopen(os.dup(2), "w")
# Errors after which a process has no device any more.
STICKY = {700, 702, 710, 714, 715, 716, 717, 718, 719}


class Outcomes:
    """Joins the reports of a test's phases into one outcome: the worst."""

    def __init__(self, path: str):
        self.known = names(path)
        self.file = open(path, "a", encoding="utf-8", buffering=1)
        self.worst: dict[str, tuple[str, str]] = {}
        self.limit = float(os.environ.get("FRAMEWORK_LIMIT", "0"))
        self.failed = False

    def write(self, **outcome):
        print(json.dumps(outcome), file=self.file)

    def pytest_collectreport(self, report):
        """A module that cannot be imported, or skips itself, counts as one test."""
        if report.outcome != "passed" and report.nodeid not in self.known:
            self.write(name=report.nodeid, outcome=report.outcome, cause=last_line(report))

    def pytest_collection_modifyitems(self, items):
        chosen = items[:: int(EVERY)]
        items[:] = [item for item in chosen if item.nodeid not in self.known]

    def pytest_runtest_logstart(self, nodeid, location):
        """So that a test that ends the process is known."""
        self.write(name=nodeid, outcome="started", cause="")
        if self.limit:
            faulthandler.dump_traceback_later(self.limit, exit=True, file=STDERR)

    def pytest_runtest_logreport(self, report):
        outcome = "xfailed" if hasattr(report, "wasxfail") and report.skipped else report.outcome
        known, cause = self.worst.get(report.nodeid, ("passed", ""))
        if ORDER.index(outcome) > ORDER.index(known):
            known, cause = outcome, last_line(report)
        self.worst[report.nodeid] = known, cause
        if report.when == "teardown":
            known, cause = self.worst.pop(report.nodeid)
            self.write(name=report.nodeid, outcome=known, cause=cause)
            self.failed = known == "failed"

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        result = yield
        faulthandler.cancel_dump_traceback_later()
        if self.failed and device_lost():
            item.session.shouldstop = "the device is lost"
        return result

    def pytest_sessionfinish(self, exitstatus):
        if exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED):
            self.write(name="", outcome="finished", cause=f"every {EVERY}")


def names(path: str) -> set[str]:
    """The tests that a file has an outcome of."""
    if not os.path.exists(path):
        return set()
    with open(path, encoding="utf-8") as lines:
        return {json.loads(line)["name"] for line in lines}


def device_lost() -> bool:
    """Whether a failed test left an error that all calls after it get."""
    return ctypes.CDLL("libcuda.so.1").cuCtxSynchronize() in STICKY


def last_line(report) -> str:
    """The error itself, without the way to it, or why a test was skipped."""
    crash = getattr(report.longrepr, "reprcrash", None)
    skipped = isinstance(report.longrepr, tuple)
    text = crash.message if crash else str(report.longrepr[-1] if skipped else report.longrepr)
    return " ".join(text.split())[-200 if crash is None else 0:][:200]


def pytest_configure(config):
    if path := os.environ.get("FRAMEWORK_OUTCOMES"):
        config.pluginmanager.register(Outcomes(path), "outcomes-of-tests")


@pytest.fixture(scope="class")
def initialize_from_pytest_config(request):
    """What numba-cuda's test classes ask for; the package has them without the configuration that provides it."""
    request.cls._dump_failed_filechecks = False
