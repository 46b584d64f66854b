"""The methods of the Bot API that concern posts and taps."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

from tests.fakes.telegram.limits import START_PAYLOAD, ApiError
from tests.fakes.telegram.markup import Rows, Styled, parse_keyboard, styled, utf16
from tests.fakes.telegram.params import Params
from tests.fakes.telegram.queries import QueryMethods
from tests.fakes.telegram.things import (
    BOT_USERNAME,
    PRESENT,
    Chat,
    Document,
    Message,
    Photo,
    png_size,
)
from tests.fakes.telegram.updates import Answer
from tests.fakes.telegram.world import World

_START_LINK = re.compile(
    rf"(?:https://|http://|)(?:t|telegram)\.me/{BOT_USERNAME}\?start={START_PAYLOAD}",
    re.IGNORECASE,
)


class Methods(QueryMethods):
    """Applies a call to the world; raises ApiError when Telegram would refuse it."""

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.table: dict[str, Callable[[Params], object]] = {
            **self.table,
            "sendmessage": self.send_message,
            "sendphoto": self.send_photo,
            "senddocument": self.send_document,
            "editmessagetext": self.edit_text,
            "editmessagecaption": self.edit_caption,
            "editmessagemedia": self.edit_media,
            "editmessagereplymarkup": self.edit_markup,
            "deletemessage": self.delete_message,
            "answercallbackquery": self.answer_callback_query,
            "sendchataction": self.send_chat_action,
        }

    # Sending.

    def send_message(self, params: Params) -> object:
        chat, thread = self._destination(params)
        body = self._text(params)
        return self._post(chat, thread, body, None, params)

    def send_photo(self, params: Params) -> object:
        chat, thread = self._destination(params)
        body = self._caption(params)
        photo = self._photo(params, "photo")
        self._may_have_photos(chat)
        return self._post(chat, thread, body, photo, params)

    def send_document(self, params: Params) -> object:
        chat, thread = self._destination(params)
        body = self._caption(params)
        file = params.file("document")
        if file is None or not file[1]:
            raise self.limits.error("file_missing")
        return self._post(chat, thread, body, self.world.add_document(*file), params)

    def send_chat_action(self, params: Params) -> object:
        self._destination(params)
        return True

    def _post(
        self,
        chat: Chat,
        thread: int | None,
        body: Styled,
        file: Photo | Document | None,
        params: Params,
    ) -> object:
        rows = self._keyboard(params)
        reply_to = self._reply_target(chat, params)
        message = self.world.add_message(chat, self.world.bot, body, thread)
        if isinstance(file, Photo):
            message.photo = file
        elif file is not None:
            message.document = file
        message.keyboards = [rows]
        message.silent = params.flag("disable_notification")
        if reply_to is not None:
            message.reply_to = reply_to
        self.world.show(message)
        return message.as_json()

    def _reply_target(self, chat: Chat, params: Params) -> Message | None:
        wanted = params.data("reply_parameters") or {}
        number = wanted.get("message_id", params.whole("reply_to_message_id"))
        if number is None:
            return None
        message = chat.messages.get(number)
        if message is None or message.deleted:
            if wanted.get("allow_sending_without_reply") or params.flag(
                "allow_sending_without_reply"
            ):
                return None
            raise self.limits.error("reply_missing")
        return message

    # Changing.

    def edit_text(self, params: Params) -> object:
        message = self._own_post(params)
        body, rows = self._text(params), self._keyboard(params)
        if message.has_file:
            raise self.limits.error("edit_no_text")
        return self._change(message, body, None, rows)

    def edit_caption(self, params: Params) -> object:
        message = self._own_post(params)
        body, rows = self._caption(params), self._keyboard(params)
        if not message.has_file:
            raise self.limits.error("edit_no_caption")
        return self._change(message, body, message.photo, rows)

    def edit_media(self, params: Params) -> object:
        message = self._own_post(params)
        media = params.data("media")
        if not isinstance(media, dict) or media.get("type") != "photo":
            raise ApiError(400, "Bad Request: media must be a photo here")
        inner = params.inner(
            {k: v if isinstance(v, str) else json.dumps(v) for k, v in media.items()}
        )
        body, rows = self._caption(inner), self._keyboard(params)
        photo = self._photo(inner, "media")
        if not message.has_file:
            raise self.limits.error("edit_no_media")
        self._may_have_photos(message.chat)
        return self._change(message, body, photo, rows)

    def edit_markup(self, params: Params) -> object:
        message = self._own_post(params)
        return self._change(message, message.body, message.photo, self._keyboard(params))

    def _change(self, message: Message, body: Styled, photo: Photo | None, rows: Rows) -> object:
        # An edit without reply_markup takes the buttons away, so rows are compared as they come.
        if (body, photo, rows) == (message.body, message.photo, message.rows):
            raise self.limits.error("not_modified")
        stays = photo is message.photo
        if not stays:
            message.document = None
        message.body, message.photo = body, photo
        if rows != message.rows:
            message.keyboards.append(rows)
        message.edited = self.world.clock.now()
        message.edits += 1
        self.world.show(message, edit=True, stays=stays)
        return message.as_json()

    def delete_message(self, params: Params) -> object:
        chat = self._chat(params, writes=False)
        message = chat.messages.get(params.whole("message_id") or 0)
        if message is None or message.deleted:
            raise self.limits.error("delete_missing")
        own = message.sender is self.world.bot
        if not own and chat.kind != "private" and chat.bot != "administrator":
            raise self.limits.error("delete_foreign")
        age = self.world.clock.now() - message.date
        if age > self.limits.value("delete_age") and chat.bot != "administrator":
            raise self.limits.error("delete_age")
        message.deleted = True
        return True

    # Answering a tap.

    def answer_callback_query(self, params: Params) -> object:
        query = self.world.queries.get(params.text("callback_query_id"))
        if query is not None and self.world.expired(query):
            query.settle(Answer(late=True))
            query = None
        if query is None or query.done:
            raise self.limits.error("query_age")
        text, url = params.text("text"), params.text("url")
        if utf16(text) > self.limits.value("toast_length"):
            raise self.limits.error("toast_length")
        if url and _START_LINK.fullmatch(url) is None:
            raise self.limits.error("answer_url")
        alert = params.flag("show_alert")
        query.settle(Answer(text, alert and bool(text), url))
        self.world.show_answer(query, text, url, alert)
        return True

    # Reading parameters.

    def _destination(self, params: Params) -> tuple[Chat, int | None]:
        chat = self._chat(params, writes=True)
        thread = params.whole("message_thread_id")
        if thread is None:
            return chat, None
        topic = chat.topics.get(thread)
        if topic is None:
            # In a supergroup without topics a thread is the message that replies hang from.
            if chat.kind == "supergroup" and not chat.forum and thread in chat.messages:
                return chat, thread
            raise self.limits.error("thread_unknown")
        if topic.deleted:
            raise self.limits.error("thread_unknown")
        if topic.closed and chat.bot != "administrator":
            raise self.limits.error("thread_closed")
        return chat, thread

    def _chat(self, params: Params, writes: bool) -> Chat:
        """The chat, if the bot can write there; `writes` counts it against the chat's rates."""
        chat = self.world.chats.get(params.whole("chat_id") or 0)
        if chat is None:
            self.world.rates.spend(None)
            raise self.limits.error("chat_unknown")
        self.world.rates.spend(chat.id if writes else None, group=chat.kind != "private")
        self.reachable(chat)
        if chat.muted and writes and chat.bot != "administrator":
            raise self.limits.error("muted")
        return chat

    def _own_post(self, params: Params) -> Message:
        if "inline_message_id" in params or "message_id" not in params:
            raise ApiError(400, "Bad Request: message identifier is not specified")
        chat = self._chat(params, writes=True)
        message = chat.messages.get(params.whole("message_id") or 0)
        if message is None or message.deleted:
            raise self.limits.error("edit_missing")
        if message.sender is not self.world.bot:
            raise self.limits.error("edit_foreign")
        return message

    def _text(self, params: Params) -> Styled:
        body = self._styled(params, "text", "entities")
        if not body.text:
            raise self.limits.error("text_empty")
        if utf16(body.text) > self.limits.value("text_length"):
            raise self.limits.error("text_length")
        return body

    def _styled(self, params: Params, words: str, entities: str) -> Styled:
        mode = params.text("parse_mode")
        given = params.data(entities) if not mode else None
        return styled(params.text(words), mode, self.limits, given or [])

    def _caption(self, params: Params) -> Styled:
        body = self._styled(params, "caption", "caption_entities")
        if utf16(body.text) > self.limits.value("caption_length"):
            raise self.limits.error("caption_length")
        return body

    def _keyboard(self, params: Params) -> Rows:
        source = params.text("reply_markup")
        return parse_keyboard(source, self.limits) if source else ()

    def _photo(self, params: Params, field: str) -> Photo:
        """A photo that was uploaded, or is known by its file id."""
        known = self.world.photos.get(params.text(field))
        if known is not None:
            return known
        file = params.file(field)
        if file is None and params.text(field):
            raise self.limits.error("file_id")
        if file is None or not file[1]:
            raise self.limits.error("photo_missing")
        if len(file[1]) > self.limits.value("photo_weight"):
            raise self.limits.error("photo_weight")
        if png_size(file[1]) is None:
            raise self.limits.error("photo_unreadable")
        photo = self.world.add_photo(file[1])
        sides = photo.width, photo.height
        if sum(sides) > self.limits.value("photo_size") or max(sides) > 20 * min(sides):
            raise self.limits.error("photo_size")
        return photo

    def _may_have_photos(self, chat: Chat) -> None:
        if chat.no_photos and chat.bot != "administrator":
            raise self.limits.error("no_photos")

    def reachable(self, chat: Chat) -> None:
        """Raise ApiError if the bot cannot write to a chat."""
        if chat.moved_to is not None:
            raise self.limits.error("migrated", migrate_to=chat.moved_to.id)
        if chat.deleted:
            raise self.limits.error("group_deleted")
        if chat.user is not None:
            if chat.user.deactivated:
                raise self.limits.error("deactivated")
            if not chat.user.started:
                raise self.limits.error("not_started")
            if chat.user.blocked:
                raise self.limits.error("blocked")
        elif chat.bot == "kicked":
            raise self.limits.error("kicked", kind=chat.kind)
        elif chat.bot not in PRESENT:
            raise self.limits.error("no_member", kind=chat.kind)
