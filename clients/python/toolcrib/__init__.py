"""A client of the Toolcrib service, in the standard library alone.

    from toolcrib import Client

    tools = Client("https://tools.example.com", key)
    out = tools.calculators.emi(principal=100000, annual_rate=9.5, tenure_months=60)
    print(out["emi"])

Every operation is a method of its group, named as its path. Numbers of answers
are int or Decimal. Every call carries an idempotency key of its own, so that
one that is sent again after a cut connection is charged once.
"""

from .core import Core, Error, FieldError, Number, Picture, Receipt, Unreadable, receipt
from .operations import Groups

__all__ = ["Client", "Error", "FieldError", "Number", "Picture", "Receipt", "Unreadable", "receipt"]


class Client(Groups):
    """Calls one service with one key. It may be used by many threads at once.

    attempts: how often a call is sent at most; 1 is without retry.
    base_wait: the longest first wait, in seconds, where the service names none; it doubles each time.
    max_wait: the longest wait; a refusal that asks for more is raised at once.
    timeout: seconds without a byte from the service after which an attempt fails.
    """

    def __init__(
        self, base_url: str, key: str, *, attempts: int = 4, base_wait: float = 0.25, max_wait: float = 60.0,
        timeout: float = 90.0, user_agent: str = "toolcrib-python",
    ) -> None:
        super().__init__(Core(base_url, key, attempts, base_wait, max_wait, timeout, user_agent))
