#!/usr/bin/env python3
"""The sums of `clew stats --json`, counted a second time and in another way, from the rules [K1]-[K5] alone.

    python3 stats_count.py HOME            prints {"totals": {...}, "models": {...}, "days": {...}, "sessions": {...}}

It shares nothing with clew: it parses every line of every file, gathers all copies of a message first and chooses
afterwards. Prices are typed in here a second time, from docs/format.md [K5] and the measured additions. Days are those of UTC.
A message without an id is known by its uuid, and without that by its place.
"""
import json
import re
import sys
from collections import defaultdict
from datetime import datetime, timezone
from decimal import Decimal
from pathlib import Path

# USD per million: input, output, cache read, 5-minute write, 1-hour write; and the factor of fast mode.
PRICES = {
    "opus-5-5": ("4", "20", "0.2", "5", "8", 2),
    "sonnet-5-5": ("2", "10", "0.1", "2.5", "4", 1),
    "haiku-5-5": ("0.1", "0.5", "0.01", "0.125", "0.2", 1),
    "fable-5": ("10", "50", "1", "12.5", "20", 1),
    "opus-5": ("5", "25", "0.5", "6.25", "10", 2),
    "opus-4-8": ("5", "25", "0.5", "6.25", "10", 2),
    "opus-4-7": ("5", "25", "0.5", "6.25", "10", 6),
    "opus-4-6": ("5", "25", "0.5", "6.25", "10", 6),
    "opus-4-5": ("5", "25", "0.5", "6.25", "10", 1),
    "sonnet-5": ("2", "10", "0.2", "2.5", "4", 1),
    "sonnet-4-6": ("3", "15", "0.3", "3.75", "6", 1),
    "sonnet-4-5": ("3", "15", "0.3", "3.75", "6", 1),
    "sonnet-4": ("3", "15", "0.3", "3.75", "6", 1),
    "3-7-sonnet": ("3", "15", "0.3", "3.75", "6", 1),
    "haiku-4-5": ("1", "5", "0.1", "1.25", "2", 1),
    "3-5-haiku": ("0.8", "4", "0.08", "1", "1.6", 1),
    "opus-4-1": ("15", "75", "1.5", "18.75", "30", 1),
    "opus-4": ("15", "75", "1.5", "18.75", "30", 1),
    "3-opus": ("15", "75", "1.5", "18.75", "30", 1),
}
SEARCH = Decimal("0.01")
US_ONLY = Decimal("1.1")


def entries(path):
    """Every object of the file with the place of its line; of a line that joins two objects, both [L1]."""
    offset = 0
    for number, raw in enumerate(path.read_bytes().split(b"\n")):
        text = raw.decode("utf-8", "replace")
        if offset == 0 and text.startswith("\ufeff"):
            text = text[1:]
        for value in objects(text):
            yield number, value
        offset += len(raw) + 1


def objects(text):
    try:
        value = json.loads(text)
        return [value] if isinstance(value, dict) else []
    except ValueError:
        pass
    found, at, decoder = [], text.find("{"), json.JSONDecoder()
    while at >= 0:
        try:
            value, at = decoder.raw_decode(text, at)
        except ValueError:
            break
        found.append(value)
        at = text.find("{", at)
    return found


def text_of(value, *keys):
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, str) else None


def answers(path):
    """(answer, session, agent or none, told by progress) for every line that holds an answer of a model."""
    for number, entry in entries(path):
        if entry.get("type") == "assistant":
            yield number, entry, text_of(entry, "sessionId"), False
        elif entry.get("type") == "progress":
            data = entry.get("data")
            if isinstance(data, dict) and data.get("type") == "agent_progress":
                inner = data.get("message")
                if isinstance(inner, dict) and inner.get("type") == "assistant":
                    inner = {"timestamp": entry.get("timestamp"), **inner}
                    yield number, inner, text_of(entry, "sessionId"), True


def number_of(value, *keys):
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else 0


def instant(text):
    if text is None:
        return None
    try:
        return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(timezone.utc)
    except ValueError:
        return None


def gather(home):
    copies = defaultdict(list)
    for path in sorted(Path(home).glob("projects/**/*.jsonl")):
        for number, answer, session, told in answers(path):
            message = answer.get("message")
            usage = message.get("usage") if isinstance(message, dict) else None
            if not isinstance(usage, dict) or message.get("model") == "<synthetic>":
                continue
            key = text_of(message, "id") or text_of(answer, "uuid") or (str(path), number)
            copies[key].append(
                {
                    "usage": usage,
                    "model": text_of(message, "model") or "(none)",
                    "time": instant(text_of(answer, "timestamp")),
                    "final": isinstance(message.get("stop_reason"), str),
                    "session": session or path.stem,
                    "progress": told,
                    "place": (str(path), number),
                }
            )
    return copies


LATE = datetime.max.replace(tzinfo=timezone.utc)


def choose(group):
    """One message of all its copies: the most output, the earliest time [K3], final if any line says so [M3]."""
    best = min(group, key=lambda c: (-number_of(c["usage"], "output_tokens"), c["time"] or LATE, c["place"]))
    first = min(group, key=lambda c: (c["time"] or LATE, c["progress"], c["place"]))
    return best, first["time"], first["session"], any(copy["final"] for copy in group)


def figures(usage):
    written = number_of(usage, "cache_creation_input_tokens")
    hour = min(written, number_of(usage, "cache_creation", "ephemeral_1h_input_tokens"))
    return {
        "requests": 1,
        "input": number_of(usage, "input_tokens"),
        "output": number_of(usage, "output_tokens"),
        "cacheRead": number_of(usage, "cache_read_input_tokens"),
        "cacheWrite5m": written - hour,
        "cacheWrite1h": hour,
        "webSearches": number_of(usage, "server_tool_use", "web_search_requests"),
    }


def price(model):
    name = re.sub(r"\[[^\]]*\]$", "", model.lower().split("claude-")[-1])
    return PRICES.get(re.sub(r"[-@](\d{8}|latest)$", "", name))


def cost(model, sums, usage):
    found = price(model)
    if found is None:
        return None
    names = ("input", "output", "cacheRead", "cacheWrite5m", "cacheWrite1h")
    tokens = sum(Decimal(sums[name]) * Decimal(usd) for name, usd in zip(names, found)) / 1_000_000
    if usage.get("speed") == "fast":
        tokens *= found[5]
    if usage.get("inference_geo") == "us":
        tokens *= US_ONLY
    return tokens + SEARCH * sums["webSearches"]


def main(home):
    tables = {name: defaultdict(lambda: defaultdict(Decimal)) for name in ("totals", "models", "days", "sessions")}
    for group in gather(home).values():
        best, time, session, final = choose(group)
        sums = figures(best["usage"])
        money = cost(best["model"], sums, best["usage"])
        at_least = not final and sums["input"] + sums["output"] > 0
        day = time.date().isoformat() if time else "(no time)"
        for table, key in (("totals", "all"), ("models", best["model"]), ("days", day), ("sessions", session)):
            row = tables[table][key]
            for name, value in sums.items():
                row[name] += value
            row["costUSD"] += money or 0
            row["unpricedRequests"] += money is None
            row["outputAtLeast"] += at_least
    plain = {name: {key: {n: float(v) for n, v in row.items()} for key, row in table.items()} for name, table in tables.items()}
    plain["totals"] = plain["totals"].get("all", {})
    print(json.dumps(plain))


if __name__ == "__main__":
    main(sys.argv[1])
