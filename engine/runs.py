"""The order of the cards in the runs of one suit (RULES.md 4.6, options `run_two` and the Aces)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import Card


class RunOrder:
    """The run order of a suit: places 0 (low Ace) to `span` (high Ace), each with its card.

    `corner`: runs may pass through the Ace, so places count on around the circle. `both_ends`: one
    run may have an Ace at either end.

    >>> from engine.cards import cards
    >>> hearts = RunOrder(cards("Ah2h3h4h5h6h7h8h9hThJhQhKhAh"), corner=False, both_ends=True)
    >>> hearts.start(cards("QhKhAh")), hearts.start(cards("KhAh2h"))
    (11, None)
    >>> hearts.missing(cards("5h8h"))
    (6h, 7h)
    """

    __slots__ = ("_place", "both_ends", "cards", "corner", "longest", "span")

    def __init__(self, cards: tuple[Card, ...], *, corner: bool, both_ends: bool) -> None:
        self.cards = cards
        self.corner = corner
        self.both_ends = both_ends
        self.span = len(cards) - 1
        self.longest = self.span + both_ends
        self._place = {card: place for place, card in enumerate(cards[:-1])}

    def place(self, card: Card) -> int | None:
        """The place of a card, the low one of an Ace; None where no run has it."""
        return self._place.get(card)

    def at(self, place: int) -> Card:
        """The card at a place."""
        return self.cards[place % self.span]

    def fits(self, start: int, length: int) -> bool:
        """Is there a run of `length` cards from the place `start` upwards?"""
        if length > self.span:
            return length <= self.longest and start % self.span == 0
        return self.corner or (start >= 0 and start + length <= self.span + 1)

    def window(self, start: int, length: int) -> tuple[Card, ...]:
        """The cards of the run of `length` from `start` upwards, which must fit."""
        return tuple([self.at(place) for place in range(start, start + length)])

    def start(self, cards: Sequence[Card]) -> int | None:
        """The place of the first card if these cards, in this order, run upwards."""
        start = self.place(cards[0])
        if start is None or not self.fits(start, len(cards)):
            return None
        for step, card in enumerate(cards):
            if self.at(start + step) != card:
                return None
        return start

    def turns_the_corner(self, cards: Sequence[Card]) -> bool:
        """Would these cards, upwards in this order, be a run if it could pass through the Ace?"""
        start = self.place(cards[0])
        return start is not None and all(
            self.at(start + step) == card for step, card in enumerate(cards)
        )

    def missing(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """What lies between these cards, read with the Aces where that is least.

        Empty where nothing does: the order is wrong. So too where a card is there twice, which
        no other card puts right; an Ace may be at both ends.
        """
        found = [place for card in cards if (place := self.place(card)) is not None]
        places = set(found)
        if not places or any(place and found.count(place) > 1 for place in places):
            return ()
        readings = [places]
        if 0 in places:
            readings.append(places - {0} | {self.span})
        best = min(readings, key=lambda reading: max(reading) - min(reading))
        return tuple(
            self.at(place) for place in range(min(best), max(best) + 1) if place not in best
        )
