"""Useful actions for the player to move (screens and computers use them).

Pure functions of a view: what they offer rests on the own hand and on public facts alone.
"""

from engine.suggest.chosen import fitting, why_not
from engine.suggest.offers import Suggestion
from engine.suggest.ready import lay_all, suggestions
from engine.suggest.useful import useful_actions

__all__ = ["Suggestion", "fitting", "lay_all", "suggestions", "useful_actions", "why_not"]
