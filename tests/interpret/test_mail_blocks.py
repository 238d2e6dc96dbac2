"""Press, commands, judge blocks and talk around the orders of a mail."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from gm.contract.language import Command, Verdict
from gm.games.diplomacy.language.mails import MOST_LINES, MOST_TAKEN_APART, read_orders
from gm.games.diplomacy.readings import Context
from gm.games.diplomacy.wording.complaints import line_words
from gm.games.diplomacy.wording.notation import order_text


def read(context: Context, text: str, *, strict: bool = False) -> list[str]:
    """Return the orders of a text."""
    return [
        order_text(one) for one in read_orders(text.splitlines(), context, strict=strict).orders
    ]


def test_words_inside_press_are_no_orders(at_the_start: Context) -> None:
    """A message between players is kept with its addressees, and orders nothing."""
    text = "press to FR\nA Mun - Tyr\nDeal?\nendpress\nA Ber - Pru"
    reading = read_orders(text.splitlines(), at_the_start)
    assert [order_text(one) for one in reading.orders] == ["A BER - PRU"]
    assert [(item.to, item.text) for item in reading.press] == [
        (("FRANCE", "RUSSIA"), "A Mun - Tyr\nDeal?")
    ]


def test_press_to_all_and_without_an_end(at_the_start: Context) -> None:
    """A message that is never closed runs to the end of the mail."""
    reading = read_orders(["PRESS TO ALL: hello", "A Mun - Tyr"], at_the_start)
    assert reading.press[0].to == ("ALL",)
    assert reading.press[0].text == "hello\nA Mun - Tyr"
    assert not reading.orders


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("STATUS", Command("STATUS")),
        ("help!", Command("HELP")),
        ("Orders", Command("ORDERS")),
        ("set wait", Command("WAIT")),
        ("Please set no wait", Command("NOWAIT")),
        ("status for Germany", Command("STATUS", ("Germany",))),
        ("TIMEZONE Europe/Dublin", Command("TIMEZONE", ("Europe/Dublin",))),
        ("history S1901M to F1903", Command("HISTORY", ("S1901M", "F1903"))),
        ("borders of the North Sea", Command("BORDERS", ("of", "the", "North", "Sea"))),
        ("ABSENT 24 Dec to 2 Jan", Command("ABSENT", ("24 Dec to 2 Jan",))),
        ("report S1901M", Command("REPORT", ("S1901M",))),
        ("Chart of centers", Command("CHART", ("centers",))),
        ("CHART ORDERS", Command("CHART", ("ORDERS",))),
        ("summary, please", Command("SUMMARY")),
    ],
)
def test_a_command_on_its_own_line_is_recognised(
    at_the_start: Context, line: str, command: Command
) -> None:
    """Commands are only recognised; nothing is carried out here."""
    reading = read_orders([line], at_the_start)
    assert reading.commands == (command,)
    assert not reading.problems


@pytest.mark.parametrize(
    "line",
    [
        "Wait for me!",
        "wait for it",
        "Final thoughts",
        "Final orders",
        "Clear skies ahead",
        "Vote for me please",
        "Report back soon",
        "Chart a new course",
        "Summary follows",
        "Rules are rules",
        "History will judge us",
        "Set it up as you like",
        "Check this out",
        "Map looks good",
        "Points taken",
        "Absent friends",
        "Help is on its way",
        "Leave me alone please",
        "Borders are closed",
    ],
)
def test_talk_that_begins_with_a_word_of_command_is_talk(at_the_start: Context, line: str) -> None:
    """A command has its form; what only begins like one does nothing and is not complained of."""
    reading = read_orders([line], at_the_start)
    assert not reading.commands
    assert not any(slip.sure for slip in reading.slips)
    assert [one.verdict for one in reading.lines] == [Verdict.CHATTER]


@pytest.mark.parametrize(
    ("line", "near", "sure"),
    [
        ("STATSU", ("STATUS",), True),
        ("VOTE maybe", ("VOTE",), True),
        ("ABSENT next week", ("ABSENT",), True),
        ("forcast", ("FORECAST",), False),
        ("Chuck", ("CHECK",), False),
    ],
)
def test_what_may_have_been_a_command_is_kept(
    at_the_start: Context, line: str, near: tuple[str, ...], sure: bool
) -> None:
    """In capitals it was surely meant; a word alone may be a name, and is asked about only alone."""
    (slip,) = read_orders([line], at_the_start).slips
    assert (slip.near, slip.sure) == (near, sure)


@pytest.mark.parametrize(
    "line", ["Joan", "Vera", "Cheers", "Hello", "Thanks!", "GM", "A Mun - Tyr"]
)
def test_names_and_greetings_are_no_slips(at_the_start: Context, line: str) -> None:
    """Nobody is asked what he meant by his own name."""
    assert not read_orders([line], at_the_start).slips


def test_a_heading_above_orders_is_no_command(at_the_start: Context) -> None:
    """`Orders` above orders is a heading."""
    reading = read_orders(["Orders", "A Mun - Tyr"], at_the_start)
    assert not reading.commands
    assert len(reading.orders) == 1


@pytest.mark.parametrize(
    "line",
    [
        "Thanks!",
        "Gus",
        "here are mine - no tricks this time:",
        "Здравствуйте,",
        "Bonjour à tous, voici mes ordres",
        "See you in Berlin :)",
        "A good season to you",
        "I think Russia will attack me in Galicia.",
        "If you have any questions, let me know.",
        "Germany, Spring 1901",
        "Orders for Germany, Spring 1901:",
        "Hold on tight",
        "We support you!",
        "Best, Anna",
        "x" * 5000,
    ],
)
def test_talk_is_neither_an_order_nor_a_complaint(at_the_start: Context, line: str) -> None:
    """In a mail, talk is passed over; where lines of orders are asked for it is a problem."""
    assert [one.verdict for one in read_orders([line], at_the_start).lines] == [Verdict.CHATTER]
    strict = read_orders([line], at_the_start, strict=True)
    assert not strict.orders
    assert strict.problems


@pytest.mark.parametrize(
    "line",
    ["A Mun", "A Mun -", "Build A Narnia", "A Narnia - Mun", "Mun -> Narnia", "A brigawly holds"],
)
def test_a_failed_attempt_is_reported(at_the_start: Context, line: str) -> None:
    """What looks like an order and is none is told, also in a mail full of talk."""
    reading = read_orders([line], at_the_start)
    assert not reading.orders
    assert reading.problems


def test_one_bad_line_costs_only_itself(at_the_start: Context) -> None:
    """The good lines of a mail count whatever stands between them."""
    assert read(at_the_start, "A Mun - Tyr\nA Ber - Narnia\nF Kie - Den") == [
        "A MUN - TYR",
        "F KIE - DEN",
    ]


def test_a_later_order_replaces_an_earlier_one(at_the_start: Context) -> None:
    """Of two orders to one unit the last counts, and the pair is told."""
    reading = read_orders(["A Mun - Bur", "A Mun - Tyr"], at_the_start)
    assert [order_text(one) for one in reading.orders] == ["A MUN - TYR"]
    assert [(order_text(old), order_text(new)) for old, new in reading.replaced] == [
        ("A MUN - BUR", "A MUN - TYR")
    ]


def test_a_judge_mail_is_read_whole(at_the_start: Context) -> None:
    """Signon, phase and signoff lines are understood; what follows signoff is not read."""
    text = "signon Gmeadow secret\nphase S1901M\nA Munich - Tyrolia\nsignoff\nA Ber - Pru"
    reading = read_orders(text.splitlines(), at_the_start)
    assert [order_text(one) for one in reading.orders] == ["A MUN - TYR"]
    assert not reading.problems


def test_a_signon_for_another_power_is_told(at_the_start: Context) -> None:
    """The power is known from the sender; a signon that says otherwise is a problem."""
    reading = read_orders(["signon Fmeadow secret"], at_the_start)
    assert "Germany" in reading.problems[0].message


def test_orders_for_another_phase_are_not_taken_for_this_one(at_the_start: Context) -> None:
    """Below `phase F1901M` nothing counts for the spring."""
    reading = read_orders(
        ["A Mun - Tyr", "phase F1901M", "A Ber - Pru", "phase S1901M", "F Kie - Den"], at_the_start
    )
    assert [order_text(one) for one in reading.orders] == ["A MUN - TYR", "F KIE - DEN"]
    assert any("F1901M" in problem.message for problem in reading.problems)


def test_a_conditional_block_never_counts_by_its_inner_lines(at_the_start: Context) -> None:
    """In a movement phase an if-block is refused as a whole."""
    text = "if not english channel\n  A Mun - Tyr\nelse\n  A Mun - Bur\nendif\nA Ber - Pru"
    reading = read_orders(text.splitlines(), at_the_start)
    assert [order_text(one) for one in reading.orders] == ["A BER - PRU"]
    assert "same time" in reading.problems[0].message
    assert len(reading.problems) == 3


def test_a_conditional_block_of_winter_is_one_order(position: Callable[..., Context]) -> None:
    """Over several lines, `if ... else ... endif` reads as one conditional order."""
    where = position(
        "republic",
        "W1016A",
        "MUNSTER",
        {"A Ker": "MUNSTER"},
        centres={"CoS": "MUNSTER", "CoC": "MUNSTER"},
    )
    text = "if A Ker is dislodged\n  build A CoC\n  waive\nelse\n  build F CoS\nendif"
    assert read(where, text) == ["IF A Ker DISLODGED THEN B A CoC AND WAIVE ELSE B F CoS"]


def test_an_impossible_order_is_kept_where_the_game_says_so(
    position: Callable[..., Context],
) -> None:
    """Kept, it is accepted with its problem told; it will be carried out as a hold."""
    units = {"A MUN": "GERMANY", "A PAR": "FRANCE"}
    lines = ["A Mun - Par", "A Par - Bur"]
    strict = read_orders(lines, position("standard", "S1901M", "GERMANY", units))
    assert not strict.orders
    kept = read_orders(
        lines, position("standard", "S1901M", "GERMANY", units, keep_impossible=True)
    )
    assert [order_text(one) for one in kept.orders] == ["A MUN - PAR"]
    assert kept.lines[0].verdict is Verdict.ACCEPTED
    assert kept.lines[0].problem is not None
    assert kept.lines[1].verdict is Verdict.IMPOSSIBLE


def test_somebody_elses_unit_is_named(at_the_start: Context) -> None:
    """The complaint says whose unit it is."""
    problem = read_orders(["A Par - Bur"], at_the_start).problems[0]
    assert "France's unit" in problem.message


def test_a_build_in_a_home_that_is_vacated_in_the_same_mail(
    position: Callable[..., Context],
) -> None:
    """Republic removes before it builds, so the same mail may vacate the home."""
    where = position(
        "republic",
        "W1016A",
        "MUNSTER",
        {"F CoS": "MUNSTER"},
        centres={},
    )
    assert read(where, "Build A CoS") == []


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A Mun - Tyr A Ber - Pru F Kie - Den", ["A MUN - TYR", "A BER - PRU", "F KIE - DEN"]),
        ("A Mun S A Ber - Sil A Sil - Gal", ["A MUN S A BER - SIL", "A SIL - GAL"]),
        ("A Mun, A Ber and F Kie hold", ["A MUN H", "A BER H", "F KIE H"]),
        ("A Mun & A Ber mutual support", ["A MUN S A BER", "A BER S A MUN"]),
        ("A Ber - Mun, s by A Sil", ["A BER - MUN", "A SIL S A BER - MUN"]),
        ("A Ber - Mun, A Sil - Narnia", ["A BER - MUN"]),
    ],
)
def test_several_orders_share_a_line(at_the_start: Context, line: str, orders: list[str]) -> None:
    """Orders side by side, and units that share a verb; a bad order costs only itself."""
    assert read(at_the_start, line, strict=True) == orders


@pytest.mark.parametrize(
    ("line", "candidate"),
    [
        ("F StP/nc - Nwy", "Fleet St Petersburg (south coast)"),
        ("F Kie - Ber/nc", "Berlin"),
        ("A Mun - Vei", "Vienna"),
        ("A Mun - Bur - Par", "Burgundy"),
    ],
)
def test_a_complaint_names_what_may_be_meant(
    at_the_start: Context, line: str, candidate: str
) -> None:
    """The candidates of a problem are full names."""
    problem = read_orders([line], at_the_start, strict=True).problems[0]
    assert candidate in problem.candidates


def test_a_mail_of_endless_lines_is_cut_and_says_so(at_the_start: Context) -> None:
    """The first thousands of lines are read, the rest is told not to have been."""
    reading = read_orders(["A Mun - Tyr", *[""] * MOST_LINES, "A Ber - Pru"], at_the_start)
    assert [order_text(one) for one in reading.orders] == ["A MUN - TYR"]
    assert str(MOST_LINES) in reading.problems[-1].message


def test_a_mail_of_nonsense_is_taken_apart_only_at_its_beginning(at_the_start: Context) -> None:
    """The parts of refused lines are looked at one by one, but not in thousands of lines."""
    lines = ["A Ber - Mun, A Sil - Narnia"] * (MOST_TAKEN_APART + 2)
    found = read_orders(lines, at_the_start, strict=True).lines
    assert len(found) == 2 * MOST_TAKEN_APART + 2
    assert [line.orders for line in found[-2:]] == [(), ()]


def test_brackets_without_end_are_refused_unread(at_the_start: Context) -> None:
    """No set of orders opens hundreds of brackets."""
    line = read_orders(["(" * 500], at_the_start, strict=True).lines[0]
    assert line.problem == line_words.too_long()


def test_a_block_for_another_phase_is_told_once(at_the_start: Context) -> None:
    """Under `phase F1901M` a judge's conditions are for that phase; the press behind them is read."""
    text = (
        "signon Gmeadow secret\nA Mun - Tyr\nset wait\nphase F1901M\nif not english channel\n"
        "  A Tyr - Ven\nelse\n  A Tyr - Vie\nendif\npress to EF\nDeal?\nendpress\nsignoff"
    )
    reading = read_orders(text.splitlines(), at_the_start)
    assert [order_text(one) for one in reading.orders] == ["A MUN - TYR"]
    assert [problem.message.split(";")[0] for problem in reading.problems] == [
        "These orders are for F1901M",
        "These orders are for F1901M",
    ]
    assert [command.word for command in reading.commands] == ["WAIT"]
    assert [item.to for item in reading.press] == [("ENGLAND", "FRANCE")]


OPEN_BLOCKS = [
    "if not english channel\n  A Mun - Tyr\nelse\n  A Mun - Bur\nA Ber - Pru",
    "if french army bur\n\n  A Mun - Tyr\nsignoff",
    "if french army bur\nthen A Mun - Tyr\nelse\nA Mun - Bur",
    "if french army bur\nA Mun - Tyr\nelse if russian army war\nA Ber - Sil\nelse\nF Kie - Hol",
    "if german army mun\nif french army par\nA Mun - Bur",
    "if not english channel\nA Mun - Tyr\nendif",
    "phase F1901M\nif not english channel\nA Mun - Tyr\nendif\nA Ber - Pru",
    "phase S1902M\nif french army bur\nA Mun - Tyr",
]


@pytest.mark.parametrize("text", OPEN_BLOCKS)
def test_no_line_of_a_judges_block_counts_by_itself(at_the_start: Context, text: str) -> None:
    """Closed or left open, for this season or another: its moves hang on what nobody has judged."""
    reading = read_orders(text.splitlines(), replace(at_the_start, retreats_ahead=True))
    assert not reading.orders
    assert not reading.retreats
    assert reading.problems


def test_a_block_without_its_end_goes_to_the_next_heading(at_the_start: Context) -> None:
    """What stood above it counts, and what stands under a heading of its own; it is told why."""
    text = "A Ber - Pru\nif french army bur\nA Mun - Tyr\nphase S1901M\nF Kie - Den"
    reading = read_orders(text.splitlines(), at_the_start)
    assert [order_text(one) for one in reading.orders] == ["A BER - PRU", "F KIE - DEN"]
    assert "Nothing closes this “if” with an “endif”" in reading.problems[0].message


@pytest.mark.parametrize(
    ("heading", "orders", "retreats"),
    [
        ("Spring 1901:", ["A MUN - TYR"], []),
        ("S1901M", ["A MUN - TYR"], []),
        ("Moves:", ["A MUN - TYR"], []),
        ("Germany, Spring '01", ["A MUN - TYR"], []),
        ("Retreats:", [], ["A MUN R TYR"]),
        ("Spring 1901 retreats", [], ["A MUN R TYR"]),
        ("S1901R:", [], ["A MUN R TYR"]),
        ("phase S1901R", [], ["A MUN R TYR"]),
        ("phase spring 1901 retreats", [], ["A MUN R TYR"]),
        ("phase S01M", ["A MUN - TYR"], []),
        ("phase W1901M", [], []),
        ("phase Q1901M", [], []),
        ("Autumn 1901:", [], []),
        ("Fall", [], []),
        ("Spring 1902 moves:", [], []),
        ("F1901R", [], []),
        ("phase F1901R", [], []),
        ("Winter 1900:", [], []),
    ],
)
def test_a_heading_says_what_the_lines_below_it_are(
    at_the_start: Context, heading: str, orders: list[str], retreats: list[str]
) -> None:
    """A move for another season is never taken for this one, and a retreat is no move."""
    where = replace(at_the_start, retreats_ahead=True)
    reading = read_orders([heading, "A Mun - Tyr"], where)
    assert [order_text(one) for one in reading.orders] == orders
    assert [order_text(one) for one in reading.retreats] == retreats
    assert bool(reading.problems) == (not orders and not retreats)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Autumn 1901: A Mun - Tyr", "for F1901M; the open phase is S1901M"),
        ("Spring 1902: A Mun - Tyr", "for S1902M; the open phase is S1901M. Send them then."),
        (
            "Autumn 1900: A Mun - Tyr",
            "F1900M, which is over. Send orders for the open phase, S1901M.",
        ),
        ("Autumn '01: thanks for the game", ""),
    ],
)
def test_a_heading_before_an_order(at_the_start: Context, line: str, told: str) -> None:
    """On the order's own line it says the same; talk stays talk."""
    reading = read_orders([line, "A Ber - Pru"], at_the_start)
    assert [order_text(one) for one in reading.orders] == ["A BER - PRU"]
    assert told in " ".join(one.message for one in reading.problems)
    assert bool(reading.problems) == bool(told)


@pytest.mark.parametrize(
    ("heading", "told"),
    [
        ("phase F01M", "These orders are for F1901M; the open phase is S1901M. Send them then."),
        (
            "phase F1900R",
            "These orders are for F1900R, which is over. Send orders for the open phase, S1901M.",
        ),
        ("phase W1901M", "There is no phase W1901M. Send orders for the open phase, S1901M."),
        ("phase Q1901M", "There is no phase Q1901M. Send orders for the open phase, S1901M."),
    ],
)
def test_what_is_told_of_another_phase(at_the_start: Context, heading: str, told: str) -> None:
    """A phase to come, one that is over, and one that the calendar does not have."""
    reading = read_orders([heading, "A Mun - Tyr"], at_the_start)
    assert not reading.orders
    assert [one.message for one in reading.problems] == [told, told]
