"""What a table answers to one person: a code with facts, worded by `bot.texts`."""

from __future__ import annotations

from dataclasses import dataclass, field

from engine.cards import Card, Placed
from engine.melds import Meld

Fact = int | str | Card | Meld | tuple[Card, ...] | tuple[Placed, ...] | tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """A short answer.

    Codes of the engine (RULES.md section 11) keep their facts. Codes of the host, with their
    facts: stale; already_done; not_your_turn(name); no_seat; not_host(name, minutes);
    seats_missing(count); trouble; unknown_button; table_full; already_seated; seated(title); left;
    left_match; not_seated; side_full; not_member; open_private (the link to the private chat goes
    with it); link_not_yours; link_old; only_in_group(title); no_table; no_hand; table_open;
    match_running; started; ready; stop_vote(missing); stopped; closed; laid(meld, points);
    laid_all(count, points); added(meld, points); swapped(card); undone; discarded(card);
    drew(card); took(card, count); hand(cards) - an alert with the whole hand;
    no_record; cut(count); no_results; set_aside; store_down; sent_private; rules_clash(toggles);
    too_many_people(count); time_up; stand_in; back; paused; pause_begun; pause_vote(missing);
    resumed; nobody_waits; own_turn; no_nudge; nudged(name); nudged_before(name); next_deal (the
    seat is a computer's until then); left_last; bot_out; mute; tried_again; removed;
    kicked(name); kick_self; nobody_to_kick.
    """

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    alert: bool = False
