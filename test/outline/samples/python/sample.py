"""A small client."""
from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Generic, TypeVar

DEFAULT_PORT: int = 1883
TOPICS = [
    "state",
    "events",
]
_T = TypeVar("_T")
logger = None

type Handler[T] = Callable[[T], None]


class State(enum.Enum):
    OPEN = 1
    CLOSED = 2


@dataclass(frozen=True)
@total_ordering
class Client(Generic[_T], metaclass=Meta):
    """Talks to the server."""

    host: str

    def __init__(self, host: str) -> None:
        self.host = host

    @property
    def open(self) -> bool:
        return True

    @staticmethod
    async def connect(
        host: str,
        port: int = DEFAULT_PORT,
        *args,
        **kwargs,
    ) -> "Client":
        def backoff(attempt):
            return 2**attempt

        return Client(host)

    class Options:
        def merge(self, other):
            return self


def decorate(fn):
    @wraps(fn)
    def wrapper(*args):
        return fn(*args)

    return wrapper


if TYPE_CHECKING:
    def reveal(x): ...

try:
    import fast
except ImportError:
    def fast(x):
        return x


@pytest.mark.slow
def test_connects():
    assert Client("x").open


class TestClient:
    def test_merges(self):
        pass

    def helper(self):
        pass
