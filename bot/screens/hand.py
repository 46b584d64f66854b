"""The private hand: everything a player needs to decide, and the buttons to do it.

From top to bottom the actions, the cards, the tools. What grows is on top, so that a card's
button keeps its place under the finger while cards are chosen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot import requests as rq
from bot.outcome import with_seat
from bot.pictures.build import hand_picture
from bot.screen import PLAIN, WORDS, Line, Means, Screen, bold, line
from bot.screens import board, clock, guide, measure, menus, moves
from bot.screens.board import Detail
from bot.screens.cards import Script
from bot.screens.choice import Choice, chosen_line
from bot.screens.measure import signed
from bot.screens.more import hand_more_rows
from bot.screens.parts import Row, even_rows, rich, seat_name, strong, tap, with_finger
from bot.screens.result import result
from bot.screens.turns import turn_text
from bot.state import Table
from bot.texts import Texts
from engine.view import View

CARDS_A_ROW: Final = 5
WIDE_CARDS_A_ROW: Final = 4
"""Where pinelle are written in words."""


def hand(
    table: Table,
    seat: int,
    texts: Texts,
    limit: int = board.TEXT_LIMIT,
    means: Means = PLAIN,
) -> Screen:
    """What `seat` sees in private, in any phase of the table.

    Drawn too, where the platform has pictures and who sits there likes them.
    """
    if table.phase in ("result", "over"):
        return result(table, texts, seat, means=means)
    if table.deal is None:
        return _waiting(table, texts)
    choice = Choice.of(table, seat, texts)
    habits = table.seats[seat].habits
    picture = None
    if means.pictures and habits.pictures == "on":
        picture = hand_picture(table, seat, texts, four_colours=habits.four == "on")
    return board.fitted(
        lambda detail: _lines(table, seat, choice, texts, detail, means, picture is not None),
        _rows(table, seat, choice, texts, means),
        limit,
        picture,
        means.caption,
    )


def hand_text(table: Table, seat: int, texts: Texts) -> Screen:
    """All that the hand's screen says, without its buttons and with nothing left out."""
    if table.phase != "deal":
        return Screen(hand(table, seat, texts, means=WORDS).lines)
    table = with_seat(table, seat, more=False)
    return Screen(tuple(_lines(table, seat, Choice.of(table, seat, texts), texts, Detail())))


def _waiting(table: Table, texts: Texts) -> Screen:
    _ = texts.gettext
    head = bold(measure.title(table.title) if table.title else _("Pinnacola"))
    if table.phase == "idle":
        return Screen((line(head), line(_("The table is closed."))))
    return Screen((line(head), line(_("You are at the table. Your cards come here at the start."))))


# --- text ------------------------------------------------------------------------------------


def _lines(
    table: Table,
    seat: int,
    choice: Choice,
    texts: Texts,
    detail: Detail,
    means: Means = PLAIN,
    drawn: bool = False,
) -> list[Line]:
    view, script = choice.view, choice.script
    lines = [_head(table, view, texts, detail), _score(table, seat, texts, detail)]
    lines.append(board.stock_line(view, texts, detail, script))
    own = table.rules.side_of(seat)
    sides = len(table.rules.sides)
    lines.extend(
        line(_side(table, choice, (own + step) % sides, texts, detail), quote=True)
        for step in range(sides)
    )
    held = _in_hand(table, seat, choice, texts)
    # Menus are closed: there the cards are to be read at all times.
    drawn = drawn and not means.menus
    if drawn and detail.hand:
        # The picture shows the cards: their words need no room of their own.
        lines.append(replace(held, quote=True))
    told = [turn for turn in table.turns if turn.seat != seat or turn.late]
    if told:
        told = told if detail.all_turns else told[-1:]
        pieces = [turn_text(table, turn, texts, detail.names, script) for turn in told]
        lines.append(line(" · ".join(pieces)))
    if not drawn:
        lines.append(held)
    lines.extend(clock.hand_lines(table, seat, texts))
    plays = choice.my_turn and not table.seats[seat].stand_in and table.paused is None
    if plays:
        lines.extend(_my_turn(table, choice, texts))
    if table.seats[seat].more and table.asks_leave:
        lines.append(line(texts.gettext("Nobody else is playing: if you leave, the match ends.")))
        return lines
    if table.seats[seat].more:
        lines.append(line(texts.gettext("Suits in colours, as outlines or as letters. ✓: chosen.")))
        return lines
    says = plays and choice.hint is not None and choice.hint.said
    if plays and (choice.view.phase == "draw" or not (choice.cards or says)):
        lines.extend(_hint(choice, texts, means))
    if choice.hint is not None and says:
        lines.append(guide.word(choice.hint, view, texts))
    if choice.cards:
        lines.append(chosen_line(choice, texts))
    return lines


def _head(table: Table, view: View, texts: Texts, detail: Detail) -> Line:
    where = f" · {measure.title(table.title)}" if table.title else ""
    if view.seat == view.viewer and not table.seats[view.seat].stand_in:
        return line(bold(texts.gettext("Your turn")), where)
    who = seat_name(table, view.seat, texts, detail.names)
    return rich(texts.gettext("{name} to play", name=strong(who)) + where)


def _each_alone(table: Table) -> bool:
    """Do three or more play for themselves? Then every line says its player's score."""
    return table.rules.partnership == "solo" and len(table.rules.sides) > 2


def _score(table: Table, seat: int, texts: Texts, detail: Detail) -> Line:
    _ = texts.gettext
    own, count = table.rules.side_of(seat), len(table.rules.sides)
    pieces: list[str] = []
    for step in range(1 if _each_alone(table) else count):
        side = (own + step) % count
        name = _side_word(table, side, own, texts, detail)
        pieces.append(f"{name} {strong(signed(board.total(table, side)))}")
    score = " – ".join(pieces)
    if table.rules.match_mode == "target":
        score = _("{score} of {target}", score=score, target=table.rules.target_score)
    return rich(score)


def _side_word(table: Table, side: int, own: int, texts: Texts, detail: Detail) -> str:
    _ = texts.gettext
    alone = table.rules.partnership == "solo"
    if side == own:
        return _("You") if alone else _("We")
    if alone:
        return seat_name(table, table.rules.sides[side][0], texts, detail.names)
    return _("They") if len(table.rules.sides) == 2 else _("Side {n}", n=side + 1)


def _side(table: Table, choice: Choice, side: int, texts: Texts, detail: Detail) -> str:
    view = choice.view
    own = table.rules.side_of(view.viewer or 0)
    word = _side_word(table, side, own, texts, detail)
    if _each_alone(table) and side != own:
        word = f"{word} {signed(board.total(table, side))}"
    seats = table.rules.sides[side]
    if len(seats) > 1:
        inside = ", ".join(
            f"{seat_name(table, seat, texts, detail.names)} {view.sizes[seat]}" for seat in seats
        )
    else:
        inside = str(view.sizes[seats[0]])
    return f"{word} ({inside}): {board.melds_text(view, side, texts, detail, choice.script)}"


def _in_hand(table: Table, seat: int, choice: Choice, texts: Texts) -> Line:
    held = choice.view.hand
    label = texts.gettext("Hand ({n}):", n=len(held))
    return line(bold(label), f" {choice.script.in_words(held, table.seats[seat].habits.sort)}")


def _doing(view: View, script: Script, texts: Texts) -> str:
    """`draw`, `drew 10♤`, `took 8♦️ +18`."""
    if view.phase == "draw":
        return texts.pgettext("turn", "draw")
    if view.drawn is not None:
        drawn = [view.drawn] if view.second is None else [view.drawn, view.second]
        return texts.gettext("drew {card}", card=script.cards(drawn))
    if view.chosen is not None:
        along = f" +{view.taken}" if view.taken else ""
        return texts.gettext("took {card}", card=script.card(view.chosen) + along)
    return ""


def _my_turn(table: Table, choice: Choice, texts: Texts) -> list[Line]:
    """The time left, what has been drawn, and the duties."""
    _ = texts.gettext
    view, script = choice.view, choice.script
    doing, left = _doing(view, script, texts), clock.time_left(table, texts)
    lines: list[Line] = []
    if left:
        lines.append(line(*left, *((" · ", doing) if doing else ())))
    elif doing:
        lines.append(line(measure.capital(doing)))
    if view.row_duty is not None:
        card = script.card(view.row_duty)
        if view.rules.row_obligation_timing == "first_action":
            duty = _("The first thing you lay must contain {card}", card=card)
        else:
            duty = _("{card} must go on the table this turn", card=card)
        lines.append(line("❗ ", bold(duty)))
    if view.reuse:
        duty = _("{card} must go back on the table this turn", card=script.cards(view.reuse))
        lines.append(line("❗ ", bold(duty)))
    return lines


def _hint(choice: Choice, texts: Texts, means: Means) -> list[Line]:
    """What can be tapped, while nothing is chosen."""
    if choice.view.phase == "draw":
        hint = moves.draw_hint(choice.view, choice, texts)
    elif choice.ready and means.menus:
        hint = texts.gettext("Ready melds: one tap lays them.")
    elif choice.ready:
        hint = texts.gettext("Tap a ready meld, or choose cards.")
    else:
        hint = texts.gettext("Choose a card to discard.")
    return [line(hint)] if hint else []


# --- buttons ---------------------------------------------------------------------------------


def _rows(table: Table, seat: int, choice: Choice, texts: Texts, means: Means) -> tuple[Row, ...]:
    """The buttons, with the guide's finger at one of them where it is needed."""
    rows = _plain_rows(table, seat, choice, texts, means)
    finger = "" if table.seats[seat].more else guide.control(choice, rows)
    if not finger:
        return rows
    rows = _plain_rows(table, seat, replace(choice, finger=finger), texts, means)
    return with_finger(rows, finger)


def _plain_rows(
    table: Table, seat: int, choice: Choice, texts: Texts, means: Means
) -> tuple[Row, ...]:
    _ = texts.gettext
    first = clock.hand_rows(table, seat, texts)
    if table.seats[seat].stand_in:
        return first
    if table.seats[seat].more:
        return hand_more_rows(table, seat, texts)
    tools = (_tools(table, seat, choice, texts, means),)
    if choice.my_turn and table.paused is not None:
        return (*first, *tools)
    if means.menus:
        return (*first, *menus.rows(table, seat, choice, texts), *tools)
    if choice.my_turn and choice.view.phase == "draw":
        return (*first, *moves.draw_rows(table, seat, choice, texts), *tools)
    if choice.my_turn:
        return (
            *first,
            *moves.play_rows(table, seat, choice, texts),
            *card_rows(table, choice),
            *tools,
        )
    if table.seats[seat].ahead:
        close = tap(table, _("Hide the cards"), rq.ChooseAhead(False))
        return (*first, (close,), *card_rows(table, choice), *tools)
    return (*first, (tap(table, _("Choose ahead"), rq.ChooseAhead(True)),), *tools)


def card_rows(table: Table, choice: Choice) -> tuple[Row, ...]:
    """A button for every card of the hand, the chosen ones ticked; always in the same places."""
    plain, outline = choice.script, choice.script.outlined()
    buttons = []
    for card, copy in choice.in_order:
        if (card, copy) in choice.marks:
            label = f"✓{outline.card(card)}"
            buttons.append(tap(table, label, rq.Choose(card, copy, False), "primary"))
        else:
            buttons.append(tap(table, plain.card(card), rq.Choose(card, copy, True)))
    wide = choice.script.letters and choice.script.pinelle
    return even_rows(buttons, WIDE_CARDS_A_ROW if wide else CARDS_A_ROW)


def _tools(table: Table, seat: int, choice: Choice, texts: Texts, means: Means) -> Row:
    _ = texts.gettext
    tools = []
    if choice.my_turn and choice.view.can_undo:
        tools.append(moves.undo_button(table, texts))
    plays = choice.my_turn and choice.view.phase == "play"
    if means.menus:
        # In play it stands beside what the chosen cards can do.
        shows_cards = not choice.my_turn
    else:
        shows_cards = table.seats[seat].ahead or plays
    if choice.cards and shows_cards:
        tools.append(tap(table, _("✕ Clear"), rq.ClearChoice()))
    elif table.seats[seat].habits.sort == "suit":
        tools.append(tap(table, _("⇅ Rank"), rq.Prefer("sort", "rank")))
    else:
        tools.append(tap(table, _("⇅ Suit"), rq.Prefer("sort", "suit")))
    tools.append(tap(table, _("⋯ More"), rq.ShowMore("hand")))
    return tuple(tools)
