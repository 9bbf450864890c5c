<?php

declare(strict_types=1);

namespace PublicationRegistry;

use Closure;

/**
 * Retries network failures, 5xx and 429 of requests that may be sent twice, honouring Retry-After. If the next wait
 * would exceed the budget, it returns the last response or throws the last exception.
 */
final class RetryingHttp implements Http
{
    private const FIRST_BACKOFF_MS = 250;
    private const MOST_BACKOFF_MS = 10_000;

    /**
     * @param int $budgetMs time from the first attempt after which no new attempt begins
     * @param Closure(): int|null $nowMs
     * @param Closure(int): void|null $waitMs
     */
    public function __construct(
        private readonly Http $http,
        private readonly int $budgetMs = 120_000,
        private readonly ?Closure $nowMs = null,
        private readonly ?Closure $waitMs = null,
    ) {
    }

    public function send(Request $request): Response
    {
        $untilMs = $this->now() + $this->budgetMs;
        for ($tries = 1;; $tries++) {
            $response = null;
            $failure = null;
            try {
                $response = $this->http->send($request);
            } catch (NetworkException $exception) {
                $failure = $exception;
            }
            $waitMs = $this->waitAfter($response, $tries);
            $mayRepeat = in_array($request->method, ['GET', 'HEAD', 'PUT', 'DELETE'], true);
            if ($waitMs === null || !$mayRepeat || $this->now() + $waitMs > $untilMs) {
                return $response ?? throw $failure;
            }
            $this->waitMs ? ($this->waitMs)($waitMs) : usleep($waitMs * 1000);
        }
    }

    /** The wait before the next attempt; null for a response that a retry would not change. */
    private function waitAfter(?Response $response, int $tries): ?int
    {
        if ($response && $response->status !== 429 && $response->status < 500) {
            return null;
        }
        $retryAfter = $response?->header('retry-after');
        if ($retryAfter !== null && ctype_digit($retryAfter)) {
            return (int) min((int) $retryAfter, 86_400) * 1000;
        }
        $at = $retryAfter === null ? false : strtotime($retryAfter);
        if ($at !== false) {
            return max($at * 1000 - $this->now(), 0);
        }
        // With jitter, so that clients that failed together do not retry together.
        $backoffMs = min(self::FIRST_BACKOFF_MS * 2 ** min($tries - 1, 10), self::MOST_BACKOFF_MS);
        return random_int(intdiv($backoffMs, 2), $backoffMs);
    }

    private function now(): int
    {
        return $this->nowMs ? ($this->nowMs)() : (int) (microtime(true) * 1000);
    }
}
