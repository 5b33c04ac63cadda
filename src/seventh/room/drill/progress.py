"""A person's progress in the drills: how many answers were right, and which topics go wrong."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

MOST_TOPICS = 80
_MILLE = 1000
_MEMORY = 7
"""Out of ten: how much of what was known of a topic stays with each answer."""
_PULL = 6
"""How many times as often a topic comes that is always wrong, compared with one that never is."""


class Topic(Struct, frozen=True, array_like=True):
    """Answers to questions of one topic."""

    asked: int = 0
    wrong: int = 0
    errors: int = 0
    """How often it has gone wrong lately, per mille."""

    def answered(self, right: bool) -> Topic:
        errors = (_MEMORY * self.errors + (10 - _MEMORY) * (0 if right else _MILLE)) // 10
        return Topic(self.asked + 1, self.wrong + (not right), errors)


class Score(Struct, frozen=True):
    """Progress in one kind of drill."""

    asked: int = 0
    right: int = 0
    streak: int = 0
    longest: int = 0
    topics: dict[str, Topic] = {}

    def weight(self, topic: str) -> int:
        """How often a topic is to come: 1000 if it never goes wrong, more if it does."""
        return _MILLE + (_PULL - 1) * self.topics.get(topic, Topic()).errors

    def answered(self, topic: str, right: bool) -> Score:
        streak = self.streak + 1 if right else 0
        topics = {**self.topics, topic: self.topics.get(topic, Topic()).answered(right)}
        while len(topics) > MOST_TOPICS:  # the one that matters least goes
            del topics[min(topics, key=lambda name: (topics[name].errors, topics[name].asked))]
        return Score(self.asked + 1, self.right + right, streak, max(self.longest, streak), topics)


class Progress(Struct, frozen=True):
    """Progress in every kind of drill, by its name."""

    scores: dict[str, Score] = {}

    def of(self, kind: str) -> Score:
        return self.scores.get(kind, Score())

    def answered(self, kind: str, topic: str, right: bool) -> Progress:
        return replace(self, scores={**self.scores, kind: self.of(kind).answered(topic, right)})


def read(settings: str) -> Progress:
    """Progress from an account's settings; empty if there is none, or none that this release can read."""
    try:
        return msgspec.convert(_data(settings).get("drill", {}), Progress)
    except msgspec.ValidationError:
        return Progress()


def written(settings: str, progress: Progress) -> str:
    """An account's settings with this progress; everything else in them stays."""
    return msgspec.json.encode({**_data(settings), "drill": msgspec.to_builtins(progress)}).decode()


def _data(settings: str) -> dict[str, Any]:
    try:
        data = msgspec.json.decode(settings or "{}")
    except msgspec.DecodeError:
        return {}
    return data if isinstance(data, dict) else {}
