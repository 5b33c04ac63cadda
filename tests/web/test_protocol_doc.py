"""docs/protocol.md and its schema are up to date."""

from __future__ import annotations

import json

import msgspec

from seventh.room import frames
from tools import protocol_doc


def test_the_page_is_up_to_date():
    assert (protocol_doc.DOCS / "protocol.md").read_text() == protocol_doc.page_text(), (
        "run python -m tools.protocol_doc"
    )


def test_the_schema_is_up_to_date():
    text = (protocol_doc.DOCS / "protocol.schema.json").read_text()
    assert text == protocol_doc.schema_text(), "run python -m tools.protocol_doc"
    json.loads(text)


def test_every_frame_is_on_the_page():
    page = protocol_doc.page_text()
    for kind in (*frames.AnyAsk.__args__, *frames.AnyTell.__args__):
        assert f"### {kind.__name__}" in page
        assert json.dumps({kind.__struct_config__.tag_field: kind.__struct_config__.tag}) in page


def test_every_code_of_a_refusal_is_on_the_page():
    from seventh.room import refusals

    codes = {value for name, value in vars(refusals).items() if name.isupper() and isinstance(value, str)}
    assert codes <= set(protocol_doc.CODES)


def test_frames_read_back_as_they_were_written():
    ask = frames.Act("id", "t", "t/1", 3, {"action": "fold"}, 0)
    assert msgspec.json.decode(msgspec.json.encode(ask), type=frames.AnyAsk) == ask
