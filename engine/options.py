"""Every option of the game as validated, frozen data (RULES.md section 7).

Each says what it does, its values and its source. The sources are the three documents that
docs/rules-sources.md goes through sentence by sentence (000, 001, 002); `outside` is what clubs
and other programs play beyond them, `ours` a decision where all are silent. The groups are those
of RULES.md section 7, in the order in which the engine meets them.
"""

from __future__ import annotations

from typing import Annotated, Literal

from annotated_types import Ge, Le
from pydantic import AllowInfNan, Strict

from engine.clauses import Count, Flag, Frozen, InHandReward, NoMeldPenalty, OutRequirement

Positive = Annotated[int, Strict(), Ge(1)]
Money = Annotated[int, Strict(), Ge(0)] | Annotated[float, Strict(), Ge(0), AllowInfNan(False)]
Players = Annotated[int, Strict(), Ge(2), Le(6)]
DealSize = Annotated[int, Strict(), Ge(7), Le(19)]

RowWay = Literal["new_meld", "extend", "swap_own", "swap_opp"]
MOST_DEALS = 100
"""A match of so many deals is over, whatever the rules say."""


class Options(Frozen):
    """All options of one game, not yet tested against each other (see `engine.rules`)."""

    # --- A. table and deal -------------------------------------------------------------------

    players: Players = 4
    """Seats at the table, numbered clockwise from 0. Source: 000, 001, 002; five and six:
    outside."""
    players_allowed: tuple[Players, ...] = (2, 4)
    """The table sizes on offer. Source: 000, 001, 002."""
    partnership: Literal["pairs", "threes", "solo"] = "pairs"
    """pairs: partners sit opposite each other, one score and one meld area for each side: two sides
    of four players, three of six. threes: every second seat, two sides of six players. solo: every
    player is a side. Source: 000, 001, 002; threes: outside."""
    deal_size: DealSize = 13
    """Cards dealt to each player. Source: 000, 001, 002."""
    deal_sizes_allowed: tuple[DealSize, ...] = (13,)
    """The values on offer for deal_size. Source: 000, 001, 002."""
    deal_direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    """The way round the cards are dealt, one at a time, beginning next to the dealer. It matters
    only for replaying a known order of the pack. Source: 002, 001; 000 says both."""
    first_dealer: Literal["random", "seat"] = "random"
    """Who deals first. random: drawn by lot. seat: the player at seat 0. Source: 001, 002; seat:
    ours."""
    dealer_rotation: Literal["left", "right", "fixed"] = "left"
    """Where the deal goes next. left: to the next seat clockwise. Source: 000, 002."""
    play_direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    """The order of turns. Source: 001, 002; anticlockwise: outside."""
    first_player: Literal["after_dealer", "dealer"] = "after_dealer"
    """Who begins a deal. after_dealer: the next seat in play_direction. Source: 002."""
    upcard: Flag = True
    """Is a card turned up to start the row? It counts as a discard. Source: 000, 001, 002; none:
    outside."""

    # --- B. pack -----------------------------------------------------------------------------

    decks: Annotated[int, Strict(), Ge(1), Le(3)] = 2
    """Packs of 52 cards shuffled together. Source: 000, 001, 002; three: outside."""
    jokers: Annotated[int, Strict(), Ge(0), Le(6)] = 4
    """Jokers added, in total. Source: 000, 001, 002; none: outside."""
    red_twos: Flag = True
    """Are 2h and 2d in the pack? Source: 000, 001, 002."""
    black_twos: Literal["natural", "pinella"] = "natural"
    """natural: 2s and 2c are ordinary cards. pinella: they are wild, never themselves. Source: 000,
    001, 002."""
    run_two: Literal["present", "skipped", "by_suit"] = "present"
    """present: the 2 stands between Ace and 3 in a run. skipped: Ace and 3 are neighbours and
    nothing may stand for a 2. by_suit: present in the red suits, skipped in the black ones. Source:
    000, 001, 002; by_suit: outside."""

    # --- C. card values ----------------------------------------------------------------------

    ace_value: Count = 15
    """Points of an Ace, wherever it lies. Source: 000, 001, 002."""
    ten_from: Annotated[int, Strict(), Ge(6), Le(8)] = 6
    """Lowest number card worth high_value. Source: 000, 001, 002; 7: outside."""
    high_value: Count = 10
    """Points of the cards from ten_from to the King. Source: 000, 001, 002."""
    low_value: Count = 5
    """Points of the cards below ten_from, a natural 2 included. Source: 000, 001, 002."""
    joker_value: Count = 25
    """Points of a joker, in hand and on the table. Source: 000, 001, 002."""
    pinella_value: Count = 20
    """Points of a pinella, in hand and on the table; unused where 2s are natural. Source: 000, 001,
    002."""
    wild_meld_value: Literal["own", "represented"] = "own"
    """What a wild adds to its meld: its own points, or those of the card it stands for. Source:
    001, 002; represented: ours."""

    # --- D. drawing --------------------------------------------------------------------------

    draw_count: Annotated[int, Strict(), Ge(1), Le(2)] = 1
    """Cards that a draw brings from the stock; the last one comes alone. Source: 000, 001, 002; 2:
    outside."""
    single_card_draws: Annotated[int, Strict(), Ge(1), Le(2)] = 1
    """Cards that a draw brings to a player who holds a single card, if more than draw_count.
    Source: outside."""
    row_take: Literal["any_card", "last_only"] = "any_card"
    """any_card: a player may choose any open card of the row and takes all cards to its right
    along. last_only: only the newest card. Source: 000, 001, 002; last_only: outside."""
    row_block: Literal["none", "incl_wild", "before_only"] = "none"
    """What a wild in the row does. incl_wild: it and all cards to its left cannot be chosen.
    before_only: the wild itself can. Source: 000; before_only: the other reading of 000."""
    row_obligation: Literal["always", "not_for_last", "none"] = "always"
    """Must the chosen card reach the table? not_for_last: unless it was the newest card. Source:
    000, 001, 002; not_for_last: outside."""
    row_obligation_timing: Literal["this_turn", "first_action"] = "this_turn"
    """When it must. first_action: with the first action after the draw. Source: 000, 001, 002."""
    row_obligation_ways: tuple[RowWay, ...] = ("new_meld", "extend", "swap_own")
    """Which actions pay that duty. Source: 000, 001, 002."""
    row_needs_open: Flag = False
    """May only a player who has opened take from the row? Source: outside."""
    stock_empty: Literal["reshuffle_row", "row_or_stop", "stop_after_last"] = "reshuffle_row"
    """reshuffle_row: a player who needs a stock card turns the row, save its last card, into a new
    stock. row_or_stop: the player takes from the row or the deal stops. stop_after_last: the deal
    stops with the turn in which the last stock card was drawn. Source: 000, 002; stop_after_last:
    outside."""
    stall_turns: Positive | None = None
    """The deal stops after so many turns on end in which nobody lays a card; None: never. Source:
    000."""
    stopped_hand: Literal["score", "void"] = "score"
    """score: a stopped deal is scored, without a reward for going out. void: nobody scores. Source:
    ours."""

    # --- E. melds ----------------------------------------------------------------------------

    min_meld_size: Annotated[int, Strict(), Ge(3), Le(4)] = 3
    """Fewest cards of a meld. Source: 000, 001, 002."""
    sets: Flag = True
    """Are there sets at all? Else runs only. Source: 000, 001, 002; no: outside."""
    set_max: Annotated[int, Strict(), Ge(3), Le(4)] = 4
    """Most cards of a set; a full set is closed. Source: 000, 001, 002."""
    ace_both_ends: Flag = True
    """May one run have an Ace at either end? Low or high it may be in any case. Source: 001,
    002."""
    round_the_corner: Flag | Literal["black"] = False
    """May a run pass through the Ace (K A 2)? black: in spades and clubs only. Source: 001, 002;
    yes: outside."""
    min_naturals: Annotated[int, Strict(), Ge(0), Le(3)] = 1
    """Fewest natural cards of a meld; melds of wilds only follow all_joker_set alone. Source: 000;
    more: outside."""
    max_wilds: Count | None = None
    """Most wilds in one meld; None: no limit. Source: 000, 001, 002; a limit: outside."""
    all_joker_set: Literal["none", "four"] = "none"
    """four: four jokers laid at once are a closed meld and stand for nothing. Source: 000."""
    set_wild_suit: Literal["declared", "open"] = "declared"
    """declared: a wild in a set stands for one named suit. open: for any missing one. Source: 002;
    open: ours."""
    wild_slide: Flag = False
    """May a wild move to another place in its run when the run grows? Source: 001; yes: outside."""
    opening_min_points: Count = 0
    """Fewest points of a player's first meld of a deal. Source: 001; more than 0: outside."""

    # --- F. adding and swapping --------------------------------------------------------------

    add_own: Literal["always"] = "always"
    """When a player may add to melds that are his own. Source: 000, 001, 002."""
    add_partner: Literal["always", "after_open", "never"] = "after_open"
    """When he may add to his partner's melds. Source: 000, 002."""
    add_opponents: Literal["never", "allowed"] = "never"
    """May he add to other sides' melds? The cards then score for their owner. Source: 000, 002;
    allowed: outside."""
    swap_joker_from: Literal["never", "own_side", "any_meld"] = "any_meld"
    """Whose melds may lose a joker by a swap. Source: 000, 001, 002."""
    swap_pinella_from: Literal["never", "own_side", "any_meld"] = "never"
    """Whose melds may lose a pinella by a swap. Source: 000, 001, 002."""
    swap_needs_open: Flag = True
    """May only a player who has opened swap? Source: 000, 001, 002."""
    reuse_joker: Literal["same_turn", "may_keep"] = "same_turn"
    """same_turn: a joker swapped out must be laid again in the same turn. Source: 000, 001, 002."""
    reuse_pinella: Literal["same_turn", "may_keep"] = "same_turn"
    """The same for a pinella. Source: 000, 002."""
    reuse_place: Literal["anywhere", "same_meld"] = "anywhere"
    """Where a wild that must be laid again may go. same_meld: only into the meld it came from.
    Source: 000, 001, 002; same_meld: outside."""

    # --- G. discarding and going out ---------------------------------------------------------

    discard_wild: Flag = True
    """May wilds be discarded? Source: 000; no: outside."""
    discard_taken_card: Flag = False
    """May the chosen row card be discarded in the turn in which it was taken? Source: 000; yes:
    ours, without the duty only."""
    discard_fitting: Flag = True
    """May a card be discarded that fits a meld on the table? Source: 000; no: outside."""
    out_discard: Literal["optional", "required"] = "optional"
    """required: the last card must be discarded, so every table action leaves one card. Source:
    000, 001, 002."""
    out_requirement: OutRequirement | None = None
    """What must have been shown before a hand may become empty; None: nothing. Source: 002."""
    out_requirement_scope: Literal["side", "player"] = "side"
    """Whose melds count for it. Source: 002; player: outside."""
    out_poker_clean: Flag = False
    """Must the poker of the requirement be without wilds? Source: ours."""
    no_out_first_round: Flag = False
    """Is going out forbidden before everybody has had a turn? Source: outside."""

    # --- H. scoring --------------------------------------------------------------------------

    poker_factor: Positive = 2
    """Factor of a poker. Source: 000, 001, 002."""
    poker_clean_only: Flag = True
    """Does the factor need a poker without wilds? Source: 001, 002."""
    run_factors: tuple[tuple[Positive, Positive], ...] = ((6, 2),)
    """Pairs of a length and the factor that clean runs have from there on; the greatest length
    reached counts. Source: 000, 001, 002."""
    all_joker_points: Count | None = None
    """Points of the four-joker set; None: what its cards are worth. Source: 000."""
    pinnacolone_min: Annotated[int, Strict(), Ge(3), Le(14)] | None = 14
    """Fewest cards of the clean run that is a Pinnacolone; None: there is none. Source: 000,
    002."""
    pinnacolone_points: Count | None = None
    """Points of that meld in place of its cards; None: as any clean run. Source: 000; 600 without
    winning: outside."""
    pinnacolone_wins: Literal["match", "hand", "no"] = "match"
    """What it ends when it lies complete on the table: match, deal (`hand`) or nothing. Source:
    000, 002; hand: ours."""
    out_bonus: Count = 100
    """Points for going out. Source: 000, 001, 002; 300: outside."""
    in_hand_reward: InHandReward = InHandReward(type="bonus", amount=200)
    """What changes when the closer had laid nothing in any earlier turn. Source: 000, 001, 002."""
    no_meld_penalty: NoMeldPenalty = NoMeldPenalty(type="double_hand")
    """What it costs to have nothing on the table. Source: 000, 002."""

    # --- I. match and stakes -----------------------------------------------------------------

    match_mode: Literal["single_hand", "target", "fixed_hands"] = "target"
    """When the match ends; tested after each deal. Source: 000, 001, 002."""
    target_score: Positive = 1500
    """The total to reach in the mode `target`. Source: 001, 002."""
    target_test: Literal["at_least", "more_than"] = "at_least"
    """Is the target reached, or must it be passed? Source: 001, 002."""
    fixed_hands: Annotated[int, Strict(), Ge(1), Le(MOST_DEALS)] | None = None
    """Number of deals in the mode `fixed_hands`. Source: 000."""
    match_tie: Literal["extra_hand", "draw"] = "extra_hand"
    """What equal best totals mean when the match should end: another deal, or no winner. Source:
    002; draw: ours."""
    settlement: Literal["none", "fixed", "per_point"] = "none"
    """fixed: every loser pays the winner `stake`. per_point: the difference of the totals times
    `point_rate`. Source: 001."""
    stake: Money = 1
    """Amount of `fixed`. Source: 001."""
    point_rate: Money = 1
    """Amount for each point of `per_point`. Source: 001."""
