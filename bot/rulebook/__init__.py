"""The rules in words, built from the options, so that they cannot say anything else.

The book says all that an option can change. On a phone only the sentences that are no detail are
shown; both are the same sentences.
"""

from bot.rulebook.book import Chapter, chapters
from bot.rulebook.pages import markdown, plain, title

__all__ = ["Chapter", "chapters", "markdown", "plain", "title"]
