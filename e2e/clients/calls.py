"""Calls every operation with its first documented example through the Python
client, and expects the documented answer; then a refusal, and a service that
is away now and then."""

import json
import re
import sys
import time
import urllib.request
from decimal import Decimal
from typing import Any, Dict, Iterator, Tuple

from toolcrib import Client, Error, receipt


def examples(document: Dict[str, Any]) -> Iterator[Tuple[str, str, bool, Dict[str, Any], Any]]:
    """Every operation: its group and method, whether it varies, an input and the answer."""
    for path, methods in document["paths"].items():
        call = methods.get("post") or methods.get("get")
        if "x-units" not in call:
            continue
        answers = call["responses"]["200"]["content"]["application/json"].get("examples", {})
        name = next(iter(answers), "")
        if "requestBody" in call:
            fields = call["requestBody"]["content"]["application/json"]["examples"][name]["value"]
        else:
            given = {p["name"]: p.get("examples", {}) for p in call.get("parameters", [])}
            fields = {n: e[name]["value"] for n, e in given.items() if name in e}
        group = call["tags"][0]
        rest = re.sub("[^a-z0-9]+", "_", path.removeprefix("/v1").removeprefix("/" + group)).strip("_") or "generate"
        want = answers[name]["value"]["data"] if name else None
        yield group, rest, call.get("x-varies", False) or group == "service", fields, want


def without_pictures(answer: Any) -> Any:
    return {n: v for n, v in answer.items() if n not in ("image_base64", "data_uri")}


def main(url: str, key: str, unreliable: str) -> None:
    tools = Client(url, key)
    with urllib.request.urlopen(url + "/openapi.json") as r:
        document = json.load(r, parse_float=Decimal)
    count = same = 0
    for group, method, varies, fields, want in examples(document):
        if group == "service" and method == "usage":
            fields = {}  # the example needs a scope that a key does not have by default
        try:
            out = getattr(getattr(tools, group), method)(**{n + "_" if n == "from" else n: v for n, v in fields.items()})
        except Error as e:
            # This server has no model for them.
            assert method.startswith("ai_") and e.code == "model_unavailable", (group, method, e)
            count += 1
            continue
        count += 1
        if not varies:
            assert without_pictures(out) == want, (group, method, out, want)
            assert receipt(out).charge and receipt(out).request_id, (group, method)
            same += 1
    print(f"      {count} operations, {same} with the documented answer")
    assert count >= 70 and same >= 45

    picture = tools.design.qr_picture(text="https://example.com")
    assert picture.body.startswith(b"\x89PNG") and picture.content_type == "image/png"
    exact = tools.data.json_format(json={"n": Decimal("1.50")}, mode="minify")
    assert exact["json"] == '{"n":1.50}', exact
    summary = tools.text.ai_summarize_stream(lambda part: None, text="The cat sat. The cat left. It was late.")
    assert summary["summary"], summary

    try:
        tools.calculators.emi(principal=-1, annual_rate=9.5, tenure_months=60)
        raise SystemExit("a loan below zero was answered")
    except Error as e:
        assert (e.status, e.code, [(f.field, f.code) for f in e.errors]) == (422, "validation_failed", [("principal", "out_of_range")]), e
    one, two = [tools.uuid.generate(idempotency_key="once") for _ in range(2)]
    assert one["uuid"] == two["uuid"] and receipt(two).replayed and receipt(two).units == 0

    began = time.monotonic()
    answer = Client(unreliable, key, base_wait=0.1).text.slugify(text="Crème")
    assert answer["slug"] == "crème" and receipt(answer).replayed and time.monotonic() - began >= 1
    try:
        Client(unreliable, key, base_wait=0.1, attempts=1).text.slugify(text="Crème")
        raise SystemExit("a refusal was not raised")
    except Error as e:
        assert e.code == "rate_limited" and e.retry_after == 1, e


main(*sys.argv[1:])
