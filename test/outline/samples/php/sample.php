<?php

declare(strict_types=1);

namespace App\Mqtt;

use RuntimeException;

const DEFAULT_PORT = 1883;

#[Service]
#[Deprecated(
    'use v5',
)]
final class Client extends Base implements Transport
{
    use Retries;

    public const VERSION = 5, LEGACY = 3;

    private array $topics = ['state'];

    public function __construct(
        private readonly string $host,
        private int $port = DEFAULT_PORT,
    ) {
    }

    #[Override]
    public function send(string $bytes): ?int
    {
        $callback = function (int $n) {
            return $n;
        };
        return $callback(1);
    }

    public static function open(string $host): static
    {
        return new static($host);
    }

    abstract protected function reset(): void;
}

interface Transport
{
    public function send(string $bytes): ?int;
}

trait Retries
{
    private function backoff(int $attempt): int
    {
        return 2 ** $attempt;
    }
}

enum State: string
{
    case Open = 'open';
    case Closed = 'closed';

    public function live(): bool
    {
        return $this === self::Open;
    }
}

function encode(mixed $value): string
{
    return json_encode($value);
}

if (!function_exists('App\Mqtt\decode')) {
    function decode(string $text): mixed
    {
        return json_decode($text);
    }
}

class ClientTest extends TestCase
{
    public function testConnects(): void
    {
    }

    #[Test]
    public function sends_bytes(): void
    {
    }

    private function helper(): void
    {
    }
}

it('connects', function () {
    expect(true)->toBeTrue();
});
