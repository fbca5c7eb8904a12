"""Reports: one page with everything in it, and tables as a paper prints them."""

import base64
import json
import re
from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludarium import replay
from ludarium.core.errors import BadParameter
from ludarium.harness.experiment import perform, plan
from ludarium.harness.store import Store
from ludarium.ui.report import make_report, write_report
from ludarium.ui.sheets import Sheet, as_html, as_latex, as_markdown, latex
from ludarium.ui.svg import Mark, curves, forest


@pytest.fixture(scope="module")
def filled(tmp_path_factory):
    """A store with a two-player game under two budgets and a scored game for one."""
    path = str(tmp_path_factory.mktemp("report") / "runs.sqlite")
    with Store(path) as store:
        agents = ["nim.expert", "greedy", "nim.dumb"]
        ladder = {"name": "ladder", "games": "nim?rows=1,3,5", "agents": agents, "budgets": ["5 steps", "50 steps"]}
        alone = {"name": "alone", "games": "north/1?bound=2", "agents": ["random", "iw"], "budgets": "20 steps"}
        for data in (ladder, alone):
            perform(plan({**data, "seeds": 2}), store)
    return path


@pytest.fixture(scope="module")
def written(filled, tmp_path_factory):
    folder = tmp_path_factory.mktemp("written")
    with Store(filled, create=False) as store:
        report = make_report(store, list(store.rows()), title="Nights & <days>", judged=4)
        files = write_report(report, store, folder)
    return {file.name: file.read_text("utf-8") for file in files}


class Tags(HTMLParser):
    """Checks that what is opened is closed, and collects addresses."""

    VOID = ("meta", "input")

    def __init__(self):
        super().__init__()
        self.open, self.addresses = [], []

    def handle_starttag(self, tag, attributes):
        self.addresses += [value for name, value in attributes if name in ("href", "src", "action")]
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_startendtag(self, tag, attributes):
        assert tag in ("line", "circle", "polyline")


def test_the_page_is_whole_and_needs_nothing_else(written):
    tags = Tags()
    tags.feed(written["report.html"])
    assert tags.open == []
    assert tags.addresses
    assert all(address.startswith("data:") for address in tags.addresses)
    assert "<title>Nights &amp; &lt;days&gt;</title>" in written["report.html"]
    assert "http" not in re.sub(r'xmlns="[^"]*"|base64,[^"]*', "", written["report.html"])


def test_the_replays_in_the_page_replay(written):
    kept = re.findall(r'href="data:application/jsonl;base64,([^"]*)"', written["report.html"])
    assert len(kept) == 4
    for text in kept:
        assert replay(base64.b64decode(text).decode().splitlines()).is_over()


def test_the_page_shows_tables_intervals_plots_and_regret(written):
    page = written["report.html"]
    assert page.count("<svg") == 6, (
        "rates and ratings under two budgets, what budgets bring, and one for the other game"
    )
    for words in (
        "nim?rows=1,3,5: results",
        "Elo (Bradley–Terry), 5 steps a move",
        "rate of wins by budget",
        "loss a move",
    ):
        assert words in page
    assert "28 runs of alone, ladder" in page


def test_the_expert_loses_nothing_and_the_dumb_one_does(written):
    lines = [line for line in written["report.md"].splitlines() if line.startswith("| nim.")]
    expert = next(line for line in lines if "nim.expert" in line).split("|")
    dumb = next(line for line in lines if "nim.dumb" in line).split("|")
    assert expert[-3].strip() == "0"
    assert float(dumb[-3]) > 0


def test_the_same_store_gives_the_same_report(filled, written, tmp_path):
    with Store(filled, create=False) as store:
        again = write_report(make_report(store, list(store.rows()), title="Nights & <days>", judged=4), store, tmp_path)
    assert {file.name: file.read_text("utf-8") for file in again} == written


def test_nothing_to_report_is_said(filled):
    with Store(filled, create=False) as store, pytest.raises(BadParameter, match="nothing to report: no run"):
        make_report(store, [], title="x")


CELLS = st.text(st.characters(blacklist_categories=("Cs", "Cc")), max_size=12)


@given(st.lists(st.tuples(CELLS, CELLS), max_size=4))
def test_any_text_stays_inside_its_cell(rows):
    sheet = Sheet("caption", ("a", "b"), tuple(rows))
    tags = Tags()
    tags.feed(as_html(sheet))
    assert tags.open == []
    body = as_markdown(sheet).split("\n")[2:-1]
    assert all(len(re.findall(r"(?<!\\)(?:\\\\)*\|", line)) == 3 for line in body)
    assert as_latex(sheet).count(r" \\") == 1 + len(rows)


def test_latex_prints_what_stands_there():
    assert latex("nim?rows=1&k=3_50%") == r"nim?rows=1\&k=3\_50\%"
    assert latex("a\\b ± ∞ – {x}") == r"a\textbackslash{}b $\pm$ $\infty$ -- \{x\}"


def test_a_table_reads_well_in_markdown():
    text = as_markdown(Sheet("Results", ("agent", "runs"), (("mcts", "12"), ("a|b", "3"))))
    assert text == "Results\n\n| agent | runs |\n| ----- | ---: |\n| mcts  |   12 |\n| a\\|b  |    3 |\n"


def test_plots_stay_inside_their_picture():
    marks = [Mark("a", 0.5, 0.2, 0.9), Mark("b", 0.5, float("-inf"), float("inf")), Mark("<c>", 1200, 1100, 1300)]
    for picture in (forest(marks, "t"), curves({"a": [(10, marks[0]), (100, marks[0])]}, "t", "steps")):
        width, height = map(float, re.search(r'viewBox="0 0 (\d+) (\d+)"', picture).groups())
        for x in re.findall(r' (?:x|x1|x2|cx)="(-?[\d.]+)"', picture):
            assert 0 <= float(x) <= width
        for y in re.findall(r' (?:y|y1|y2|cy)="(-?[\d.]+)"', picture):
            assert 0 <= float(y) <= height
        assert "nan" not in picture
    assert forest([Mark("only", 0, 0, 0)], "t")


def test_the_commands(run, filled, tmp_path):
    made = run(
        "report",
        "--store",
        filled,
        "--out",
        str(tmp_path / "out"),
        "--game",
        "north",
        "--judged",
        "0",
        "--replays",
        "0",
    )
    assert made.exit_code == 0, made.output
    assert {file.name for file in (tmp_path / "out").iterdir()} == {"report.html", "report.md", "report.tex"}
    assert "nim" not in (tmp_path / "out" / "report.md").read_text()
    nothing = run("report", "--store", filled, "--out", str(tmp_path / "out"), "--game", "chess")
    assert nothing.exit_code == 2
    assert "there is nothing to report" in nothing.output
    compared = run("results", "--store", filled, "--compare", "greedy", "nim.dumb", "--json")
    assert json.loads(compared.stdout)["total"]["pairs"] == 8
    shown = run("results", "--store", filled, "--compare", "greedy", "nim.dumb")
    assert "greedy against nim.dumb: the same game, seed, seat and opponents" in shown.stdout
    wrong = run("results", "--store", filled, "--compare", "greedi", "nim.dumb")
    assert wrong.exit_code == 2
    assert "did you mean 'greedy'?" in wrong.output
    itself = run("results", "--store", filled, "--other", filled, "--game", "nim")
    assert "this store against the other: the same game, seed, seat and opponents" in itself.stdout
    assert "every run had its partner" in itself.stdout
    table = run("results", "--store", filled, "--export", str(tmp_path / "rows.parquet"))
    assert "28 rows saved to" in table.stdout
    odd = run("results", "--store", filled, "--export", str(tmp_path / "rows.xls"))
    assert odd.exit_code == 2
    assert "should end with .csv or .parquet" in odd.output
    assert len(json.loads(run("results", "--store", filled, "--json", "--experiment", "alone").stdout)) == 4
