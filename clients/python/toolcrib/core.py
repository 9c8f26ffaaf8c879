"""Sends calls, tries them again, and reads errors and receipts."""

from __future__ import annotations

import http.client
import json
import random
import secrets
import time
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass, field
from decimal import Decimal
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, IO, List, Mapping, Optional, Tuple, TypeVar, Union

Number = Union[int, Decimal]
"""A number of an answer, with every digit it was sent with."""

Sent = Union[int, float, Decimal]
"""A number of an input; a Decimal is sent digit by digit."""


@dataclass(frozen=True)
class Receipt:
    """What a call cost and what is left."""

    request_id: str = ""
    charge: str = ""  # id of the charge; empty where nothing was charged
    units: int = 0  # taken for this call
    replayed: bool = False  # the answer of an earlier call with the same idempotency key
    pool: str = ""  # that the call draws on
    free: int = 0  # units left of this month's
    prepaid: int = 0  # units left of packs
    rate_remaining: int = 0  # requests left in the window; 0 also where there is no limit
    rate_reset: int = 0  # seconds until one more is free


@dataclass(frozen=True)
class Picture:
    """The bytes of a picture."""

    body: bytes
    content_type: str
    receipt: Receipt


@dataclass(frozen=True)
class FieldError:
    """One fault of an input."""

    field: str  # where, such as options[1].weight; empty for the whole input
    code: str
    message: str
    hint: str = ""


@dataclass
class Error(Exception):
    """A refusal of the service (RFC 9457). A refused call costs nothing."""

    status: int
    code: str = ""  # empty where the answer is not the service's own
    title: str = ""
    detail: str = ""
    type: str = ""
    request_id: str = ""
    errors: List[FieldError] = field(default_factory=list)
    retry_after: float = 0.0  # seconds; 0 where waiting does not help
    receipt: Receipt = Receipt()
    document: Dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        faults = "".join(f"; {e.field}: {e.message}" if e.field else f"; {e.message}" for e in self.errors)
        return f"{self.status} {self.code or self.title}: {self.detail}{faults} ({self.request_id})"


class Answer(Dict[str, Any]):
    """The data of an answer, with its receipt."""

    receipt: Receipt = Receipt()


def receipt(answer: Mapping[str, Any]) -> Receipt:
    """The receipt of a call's result."""
    return answer.receipt if isinstance(answer, Answer) else Receipt()


T = TypeVar("T")


class Unreadable(Exception):
    """An answer that is not the service's. Sending the call again would not change it."""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    # The standard handler would send the key along, wherever it is led.
    def redirect_request(self, *_: Any) -> None:
        return None


class Core:
    """What the groups of operations have in common."""

    def __init__(self, base_url: str, key: str, attempts: int, base_wait: float, max_wait: float, timeout: float, user_agent: str) -> None:
        parts = urllib.parse.urlsplit(base_url)
        if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.username:
            raise ValueError("the base URL must be as https://tools.example.com")
        self._base, self._key, self._agent = base_url.rstrip("/"), key, user_agent
        self._attempts, self._base_wait, self._max_wait, self._timeout = attempts, base_wait, max_wait, timeout
        self._opener = urllib.request.build_opener(_NoRedirect)

    def call(self, method: str, path: str, once: bool, fields: Mapping[str, Any], key: Optional[str]) -> Answer:
        return self._send(method, path, once, fields, key, "application/json", _envelope)

    def picture(self, method: str, path: str, once: bool, fields: Mapping[str, Any], key: Optional[str]) -> Picture:
        return self._send(method, path, once, fields, key, "image/*, text/plain", _picture)

    def stream(self, each: Callable[[str], object], method: str, path: str, once: bool, fields: Mapping[str, Any], key: Optional[str]) -> Answer:
        return self._send(method, path, once, fields, key, "text/event-stream", lambda r: _events(r, each))

    def _send(self, method: str, path: str, once: bool, fields: Mapping[str, Any], chosen: Optional[str], accept: str, read: Callable[[Any], T]) -> T:
        fields = {name: value for name, value in fields.items() if value is not None}
        key = "" if not once else secrets.token_urlsafe(18) if chosen is None else chosen
        attempt = 0
        while True:
            attempt += 1
            try:
                with self._opener.open(self._request(method, path, fields, key, accept), timeout=self._timeout) as response:
                    return read(response)
            except Error as e:
                failure: Exception = e
            except urllib.error.HTTPError as e:
                with e:
                    failure = _refusal(e)
            except (urllib.error.URLError, http.client.HTTPException, OSError) as e:
                failure = e
            if key and chosen is None and _too_long_to_keep(failure):
                # The refusal cost nothing, and without the key the call is answered.
                key, attempt = "", attempt - 1
                continue
            wait = self._wait(failure, attempt, bool(key) or not once)
            if wait is None:
                raise failure
            time.sleep(wait)

    def _request(self, method: str, path: str, fields: Mapping[str, Any], key: str, accept: str) -> urllib.request.Request:
        url, body = self._base + path, None
        headers = {"Authorization": "Bearer " + self._key, "Accept": accept, "User-Agent": self._agent}
        if key:
            headers["Idempotency-Key"] = key
        if method == "GET":
            query = urllib.parse.urlencode({n: v if isinstance(v, str) else encode(v) for n, v in fields.items()})
            url += "?" + query if query else ""
        else:
            body = encode(fields).encode()
            headers["Content-Type"] = "application/json"
        return urllib.request.Request(url, data=body, headers=headers, method=method)

    def _wait(self, failure: Exception, attempt: int, safe: bool) -> Optional[float]:
        """Seconds until the next attempt; None where there is none."""
        if attempt >= self._attempts:
            return None
        longest = min(self._base_wait * 2 ** (attempt - 1), self._max_wait)
        backoff = random.uniform(longest / 2, longest)
        if not isinstance(failure, Error):
            return backoff if safe else None
        if failure.retry_after > 0:
            if failure.retry_after > self._max_wait:
                return None
            return failure.retry_after + random.uniform(0, self._base_wait)
        return backoff if safe and not failure.code and failure.status in (502, 503, 504) else None


def encode(value: Any) -> str:
    """JSON in which a Decimal keeps its digits."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError("a number must be finite")
        return format(value, "f")
    if isinstance(value, Mapping):
        return "{" + ",".join(json.dumps(str(n)) + ":" + encode(v) for n, v in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(map(encode, value)) + "]"
    return json.dumps(value, allow_nan=False)


def _data(text: bytes, response: Any) -> Answer:
    try:
        envelope = json.loads(text, parse_float=Decimal)
        answer = Answer(envelope["data"])
    except (ValueError, KeyError, TypeError) as e:
        raise Unreadable("the answer is not the envelope of a success") from e
    answer.receipt = _receipt(response.headers)
    return answer


def _envelope(response: Any) -> Answer:
    return _data(response.read(), response)


def _picture(response: Any) -> Picture:
    return Picture(response.read(), response.headers.get("Content-Type", ""), _receipt(response.headers))


def _events(response: IO[bytes], each: Callable[[str], object]) -> Answer:
    began, name, data = False, b"", b""
    try:
        for line in response:
            head, _, value = line.rstrip(b"\r\n").partition(b": ")
            if head == b"event":
                name = value
            elif head == b"data":
                data = value
            elif head == b"":
                if name == b"delta":
                    began = True
                    each(json.loads(data)["text"])
                elif name == b"result":
                    return _data(data, response)
                elif name == b"problem":
                    raise _error(int(json.loads(data)["status"]), json.loads(data), getattr(response, "headers"))
                name, data = b"", b""
        raise http.client.IncompleteRead(b"")
    except (OSError, http.client.HTTPException) as e:
        if began:  # the caller has seen a part, and paid for it
            raise Unreadable("the stream ended before its result") from e
        raise


def _refusal(e: urllib.error.HTTPError) -> Error:
    document: Dict[str, Any] = {}
    try:
        if e.headers.get_content_type() == "application/problem+json":
            document = json.loads(e.read(), parse_float=Decimal)
    except (ValueError, OSError, http.client.HTTPException):
        document = {}
    return _error(e.code, document, e.headers)


def _error(status: int, document: Dict[str, Any], headers: Any) -> Error:
    so = _receipt(headers)
    faults = [FieldError(f["field"], f["code"], f["message"], f.get("hint", "")) for f in document.get("errors", [])]
    return Error(
        status, document.get("code", ""), document.get("title", ""), document.get("detail", ""), document.get("type", ""),
        document.get("request_id", so.request_id), faults, _retry_after(headers.get("Retry-After", "")), so, document,
    )


def _too_long_to_keep(failure: Exception) -> bool:
    return isinstance(failure, Error) and failure.status == 422 and any(
        f.field == "Idempotency-Key" and f.code == "output_too_large" for f in failure.errors
    )


def _retry_after(value: str) -> float:
    if value.isdigit():
        return float(value)
    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return 0.0


def _item(value: str) -> Tuple[str, Dict[str, int]]:
    """The first of a list of strings with integer parameters (RFC 9651)."""
    name, *params = value.partition(",")[0].split(";")
    pairs = (p.strip().partition("=") for p in params)
    return name.strip().strip('"'), {k: int(v) for k, _, v in pairs if v.isdigit()}


def _receipt(headers: Any) -> Receipt:
    charge, taken = _item(headers.get("Toolcrib-Charge", ""))
    pool, left = _item(headers.get("Toolcrib-Quota", ""))
    _, rate = _item(headers.get("RateLimit", ""))
    return Receipt(
        headers.get("Request-Id", ""), charge, taken.get("units", 0), headers.get("Idempotent-Replayed") == "true",
        pool, left.get("free", 0), left.get("prepaid", 0), rate.get("r", 0), rate.get("t", 0),
    )
