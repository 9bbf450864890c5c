<?php

declare(strict_types=1);

namespace PublicationRegistry;

/** An event that the registry has posted, as in Standard Webhooks 1.0.0. */
final class Webhook
{
    private const TOLERANCE_SECONDS = 300;
    private const MOST_BYTES = 20_000;

    /** @param array<string, mixed> $data */
    private function __construct(
        public readonly string $id,
        public readonly string $type,
        public readonly array $data,
    ) {
    }

    /**
     * Verifies signature and age of a request, and parses it.
     *
     * @param callable(string): ?string $header returns a header of the request by its name
     * @throws InvalidWebhook
     */
    public static function verify(callable $header, string $body, string $secret, ?int $nowSeconds = null): self
    {
        $id = $header('webhook-id') ?? '';
        $timestamp = $header('webhook-timestamp') ?? '';
        $key = base64_decode(substr($secret, strlen('whsec_')), true);
        if (!str_starts_with($secret, 'whsec_') || $key === false || strlen($key) < 24) {
            throw new InvalidWebhook('There is no valid secret');
        }
        if ($id === '' || !preg_match('/^\d{1,12}$/', $timestamp) || strlen($body) > self::MOST_BYTES) {
            throw new InvalidWebhook('The request is no webhook');
        }
        if (abs(($nowSeconds ?? time()) - (int) $timestamp) > self::TOLERANCE_SECONDS) {
            throw new InvalidWebhook('The webhook is too old, or a clock is wrong');
        }
        $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
        // There are several while a secret is rotated.
        $isSigned = false;
        foreach (array_slice(explode(' ', $header('webhook-signature') ?? ''), 0, 10) as $signature) {
            $isSigned = hash_equals($expected, $signature) || $isSigned;
        }
        if (!$isSigned) {
            throw new InvalidWebhook('The signature is wrong');
        }
        $event = json_decode($body, true, 16);
        if (!is_array($event) || !is_string($event['type'] ?? null) || !is_array($event['data'] ?? null)) {
            throw new InvalidWebhook('The body is no event');
        }
        return new self($id, $event['type'], $event['data']);
    }
}
