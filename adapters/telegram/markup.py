"""A screen in Telegram's words: HTML text and an inline keyboard."""

from __future__ import annotations

from html import escape
from typing import Final

from telegram import InlineKeyboardButton, InlineKeyboardMarkup

from bot.screen import Button, Line, Screen, Span

TEXT: Final = 4096
"""UTF-16 units of a message's text, after its markup is read."""
START: Final = "https://t.me/{bot}"


def html(lines: tuple[Line, ...]) -> str:
    """The text of a screen; neighbouring quoted lines become one expandable quote."""
    parts: list[str] = []
    quote: list[str] = []
    for line in lines:
        if line.quote:
            quote.append(_line(line))
            continue
        _end_quote(parts, quote)
        parts.append(_line(line))
    _end_quote(parts, quote)
    return "\n".join(parts)


def _end_quote(parts: list[str], quote: list[str]) -> None:
    if quote:
        parts.append(f"<blockquote expandable>{chr(10).join(quote)}</blockquote>")
        quote.clear()


def _line(line: Line) -> str:
    return "".join(_span(span) for span in line.spans)


def _span(span: Span) -> str:
    text = escape(span.text, quote=False)
    if span.until is not None:
        text = f'<tg-time unix="{span.until}" format="r">{text}</tg-time>'
    if span.person.startswith("tg:") and text:
        # Who is called by name is told also where the group is muted.
        text = f'<a href="tg://user?id={span.person.removeprefix("tg:")}">{text}</a>'
    return f"<b>{text}</b>" if span.emphasis == "bold" and text else text


def keyboard(screen: Screen, bot: str) -> InlineKeyboardMarkup | None:
    """The buttons of a screen; None where there are none."""
    if not screen.rows:
        return None
    return InlineKeyboardMarkup([[_button(button, bot) for button in row] for row in screen.rows])


def _button(button: Button, bot: str) -> InlineKeyboardButton:
    style = None if button.style == "plain" else button.style
    if button.link:
        return InlineKeyboardButton(button.label, url=link(button.link, bot), style=style)
    return InlineKeyboardButton(button.label, callback_data=button.payload, style=style)


def link(target: str, bot: str) -> str:
    """The address of a link: `private` is the chat with the bot, `private:x` hands `x` over."""
    if target.partition(":")[0] != "private":
        return target
    return start_link(target.partition(":")[2], bot)


def start_link(payload: str, bot: str) -> str:
    """The address that opens the private chat with the bot."""
    address = START.format(bot=bot)
    return f"{address}?start={payload}" if payload else address
