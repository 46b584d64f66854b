"""Pictures from what the screens are built from: a table, and what one seat or the public may know.

A table's picture takes its cards from a view alone, so no hidden card can get into it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.leaderboard import Entry
from bot.pictures.spec import (
    Area,
    Course,
    Faces,
    Fact,
    HeldCards,
    LeaderboardPicture,
    MatchPicture,
    MeldColumn,
    Player,
    PlayerCard,
    Ranked,
    ResultPicture,
    Sum,
    SumLine,
    TablePicture,
)
from bot.screens import board, measure, sums
from bot.screens.cards import Script, sorted_by
from bot.screens.choices import time_title
from bot.screens.measure import signed
from bot.screens.parts import seat_name, side_name
from bot.state import Table, Turn
from bot.texts import Texts
from engine.cards import Card, Placed
from engine.melds import factor, points
from engine.rules import Rules
from engine.scoring import ScoreLine
from engine.view import TableMeld, View

MOST_RANKED: Final = 10
"""People on the picture of a leaderboard; the others are counted."""


def card_faces(texts: Texts, four_colours: bool = False) -> Faces:
    """The cards as a reader of that language knows them."""
    letters = texts.pgettext("the letters of jack, queen, king on the cards", "JQK")
    return Faces(letters, four_colours)


# --- table and hand --------------------------------------------------------------------------


def table_picture(table: Table, texts: Texts, view: View | None = None) -> TablePicture:
    """The deal in play for everybody; `view` in place of what the public sees now."""
    seen = table.view(None) if view is None else view
    sides = len(table.rules.sides)
    areas = tuple(_area(table, seen, side, texts) for side in range(sides))
    middle = sides // 2
    who = seat_name(table, seen.seat, texts)
    turn = texts.gettext("{name} to play", name=who)
    return _table(table, seen, card_faces(texts), turn, areas[:middle], areas[middle:], texts)


def hand_picture(
    table: Table, seat: int, texts: Texts, *, four_colours: bool = False
) -> TablePicture:
    """The table as `seat` sees it, with the own hand below and the own side above it."""
    view = table.view(seat)
    own, sides = table.rules.side_of(seat), len(table.rules.sides)
    others = tuple(_area(table, view, (own + n) % sides, texts) for n in range(1, sides))
    if view.seat == seat and not table.seats[seat].stand_in:
        turn = texts.gettext("Your turn")
    else:
        turn = texts.gettext("{name} to play", name=seat_name(table, view.seat, texts))
    return _table(
        table,
        view,
        card_faces(texts, four_colours),
        turn,
        others,
        (_area(table, view, own, texts),),
        texts,
        _held(view, table.seats[seat].habits.sort),
    )


def _table(
    table: Table,
    view: View,
    faces: Faces,
    turn: str,
    above: tuple[Area, ...],
    below: tuple[Area, ...],
    texts: Texts,
    hand: HeldCards | None = None,
) -> TablePicture:
    last = table.turns[-1] if table.turns else None
    # Who is to play may have taken from the row already; nobody else sees it before it is settled.
    fresh = last is not None and last.discard is not None and bool(view.row)
    return TablePicture(
        faces=faces,
        heading=_heading(table, texts),
        turn=texts.gettext("Paused") if table.paused is not None else turn,
        above=above,
        below=below,
        stock=view.stock,
        row=view.row,
        blocked=view.row_open,
        discarded=fresh and last is not None and view.row[-1] == last.discard,
        wilds=_wilds(table.rules),
        hand=hand,
    )


def _heading(table: Table, texts: Texts) -> str:
    """Which deal, to how many points, and how long a turn may take: nothing that runs."""
    parts = [texts.gettext("Deal {n}", n=1 if table.match is None else table.match.deals + 1)]
    if table.rules.match_mode == "target":
        parts.append(texts.gettext("to {target} points", target=table.rules.target_score))
    if table.clock is not None and table.time.minutes:
        parts.append(f"⏱ {time_title(table.time, texts)}")
    return " · ".join(parts)


def _wilds(rules: Rules) -> tuple[Card, ...]:
    return tuple(card for card in rules.wild_faces if not card.is_joker)


def _area(table: Table, view: View, side: int, texts: Texts) -> Area:
    last = table.turns[-1] if table.turns else None
    own_turn = view.viewer is not None and view.viewer == view.seat and bool(view.placed)
    columns = tuple(
        MeldColumn(
            cards=laid.meld.cards,
            points=points(laid.meld, view.rules),
            fresh=_placed_now(view, index) if own_turn else _fresh(laid, last, view.rules),
            doubled=factor(laid.meld, view.rules) > 1,
        )
        for index, laid in enumerate(view.melds)
        if laid.side == side
    )
    players = tuple(
        Player(
            seat_name(table, seat, texts),
            view.sizes[seat],
            view.seat == seat and view.phase != "over",
        )
        for seat in table.rules.sides[side]
    )
    return Area(players, board.total(table, side), columns)


def _placed_now(view: View, index: int) -> tuple[int, ...]:
    """The places of the cards that were laid in this turn into the meld of this index."""
    mine = [placed for meld, placed in view.placed if meld == index]
    return _places(view.melds[index].meld.cards, mine)


def _fresh(laid: TableMeld, last: Turn | None, rules: Rules) -> tuple[int, ...]:
    """The places of the cards that came into a meld in the last turn."""
    if last is None or rules.side_of(last.seat) != laid.side:
        return ()
    cards = laid.meld.cards
    if laid.meld in last.laid:
        return tuple(range(len(cards)))
    found: list[Placed] = []
    for added, meld in last.added:
        if meld == laid.meld:
            found.extend(added)
    found.extend(Placed(card) for card, meld in last.swapped if meld == laid.meld)
    return _places(cards, found)


def _places(held: Sequence[Card | Placed], wanted: Sequence[Card | Placed]) -> tuple[int, ...]:
    """Where the wanted ones are, the last copies first; what is not there is left out."""
    left = list(wanted)
    found = []
    for place in range(len(held) - 1, -1, -1):
        if held[place] in left:
            left.remove(held[place])
            found.append(place)
    return tuple(sorted(found))


def _held(view: View, sort: str) -> HeldCards:
    shown = sorted_by(view.hand, sort, Script.of(view.rules))
    owed = [] if view.row_duty is None else [view.row_duty]
    came = [card for card in (view.drawn, view.second, view.chosen) if card is not None]
    return HeldCards(tuple(shown), _places(shown, [*owed, *view.reuse]), _places(shown, came))


# --- results ---------------------------------------------------------------------------------


def result_picture(table: Table, texts: Texts, *, four_colours: bool = False) -> ResultPicture:
    """The sum of the deal played last. Only where there is one."""
    deal = table.result
    assert deal is not None
    return ResultPicture(
        faces=card_faces(texts, four_colours),
        heading=sums.how_it_ended(table, deal, texts),
        sums=tuple(
            Sum(
                side_name(table, score.side, texts),
                tuple(_sum_line(table, each, texts) for each in score.lines),
                before,
                won=table.match is not None and table.match.winner == score.side,
            )
            for score, before in zip(deal.scores, deal.before, strict=True)
        ),
        this_deal=texts.gettext("this deal"),
        foot=sums.target_text(table, texts),
        wilds=_wilds(table.rules),
    )


def _sum_line(table: Table, each: ScoreLine, texts: Texts) -> SumLine:
    _ = texts.gettext
    who = "" if each.seat is None else seat_name(table, each.seat, texts)
    loose = tuple(Placed(card) for card in each.cards)
    if each.kind == "meld" and each.meld is not None:
        words, cards = sums.why_more(table, each, texts), each.meld.cards
    elif each.kind == "closer_meld":
        words, cards = _("{name} at the end", name=who), loose
    elif each.kind == "hand":
        words, cards = _("{name}'s hand", name=who), loose
    else:
        return SumLine(each.amount, sums.happened(table, each, texts))
    return SumLine(each.amount, ", ".join(filter(None, [words, sums.times(each)])), cards)


def match_picture(table: Table, texts: Texts) -> MatchPicture:
    """The end of a match. Only where one has ended."""
    match = table.match
    assert match is not None
    sides = range(len(table.rules.sides))
    after = [match.totals_after(deals) for deals in range(match.deals + 1)]
    return MatchPicture(
        heading=measure.title(table.title) if table.title else texts.gettext("Pinnacola"),
        winner=sums.who_won(table, texts),
        courses=tuple(
            Course(
                side_name(table, side, texts),
                tuple(totals[side] for totals in after),
                match.winner == side,
            )
            for side in sides
        ),
        target=table.rules.target_score if table.rules.match_mode == "target" else None,
        deals=texts.ngettext("{n} deal", "{n} deals", match.deals),
        highlights=_highlights(table, after, texts),
    )


def _highlights(table: Table, after: Sequence[tuple[int, ...]], texts: Texts) -> tuple[Fact, ...]:
    """The best deal, by how much it was won, and from how far behind."""
    _ = texts.gettext
    match = table.match
    assert match is not None
    best, side = max(
        ((scores[side], -side) for scores in match.history for side in range(len(scores))),
        default=(0, 0),
    )
    found = [Fact(_("Best deal"), f"{measure.amount(best, 0)} · {side_name(table, -side, texts)}")]
    if match.winner is None:
        return tuple(found)
    ahead = [
        totals[match.winner] - max(t for s, t in enumerate(totals) if s != match.winner)
        for totals in after
    ]
    found.append(Fact(_("Won by"), signed(ahead[-1])))
    if min(ahead) < 0:
        found.append(Fact(_("Came back from"), measure.amount(min(ahead), 0)))
    return tuple(found)


# --- people ----------------------------------------------------------------------------------


def leaderboard_picture(entries: Sequence[Entry], title: str, texts: Texts) -> LeaderboardPicture:
    """The best of a chat named `title`, in the order given."""
    _ = texts.gettext
    left = len(entries) - MOST_RANKED
    return LeaderboardPicture(
        heading=measure.title(title) if title else _("Leaderboard"),
        order=_("All matches, by wins and then by points"),
        columns=(
            texts.pgettext("matches of a player", "won"),
            texts.pgettext("matches of a player", "played"),
            texts.pgettext("of a player", "points"),
        ),
        people=tuple(
            Ranked(place, measure.name(each.name), each.won, each.played, signed(each.points))
            for place, each in enumerate(entries[:MOST_RANKED], 1)
        ),
        more=texts.ngettext("and {n} other", "and {n} others", left) if left > 0 else "",
    )


def player_card(
    name: str, title: str, facts: Sequence[tuple[str, str]], curve: Sequence[float], texts: Texts
) -> PlayerCard:
    """A player of the chat named `title`: facts as (word, value), and the ratings in time."""
    return PlayerCard(
        name=measure.name(name),
        title=measure.title(title),
        facts=tuple(Fact(word, value) for word, value in facts),
        curve_word=texts.gettext("Rating"),
        curve=tuple(curve),
    )
