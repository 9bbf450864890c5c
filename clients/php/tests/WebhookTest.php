<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use PublicationRegistry\InvalidWebhook;
use PublicationRegistry\Webhook;

final class WebhookTest extends TestCase
{
    private const AT = 1_795_608_000;
    private const BODY =
        '{"type":"list.changed","timestamp":"2026-11-25T12:00:00.000Z","data":{"list":"publications"}}';
    /** As the registry signs, with the current secret and with the one before. */
    private const SIGNATURES =
        'v1,BuP90nHOYsQci9/d5vRXD+WuLDrIR+kq3jEc9m4xnrk= v1,dYkZMphrr2yOTL76jaYLDnV6vvZmVeF61Fn4gJ4p/Mk=';

    /** @param array<string, string> $changed headers */
    private static function verify(
        array $changed = [],
        string $body = self::BODY,
        string $byte = "\1",
        int $at = self::AT,
    ): Webhook {
        $headers = $changed + [
            'webhook-id' => 'evt_1',
            'webhook-timestamp' => (string) self::AT,
            'webhook-signature' => self::SIGNATURES,
        ];
        $secret = $byte === '' ? '' : 'whsec_' . base64_encode(str_repeat($byte, 32));
        return Webhook::verify(static fn (string $name) => $headers[$name] ?? null, $body, $secret, $at);
    }

    public function testASignedEventIsAcceptedWithEitherSecret(): void
    {
        foreach (["\1", "\2"] as $byte) {
            $event = self::verify(byte: $byte, at: self::AT + 299);
            self::assertSame(['evt_1', 'list.changed', ['list' => 'publications']], [$event->id, $event->type, $event->data]);
        }
    }

    /** @dataProvider forgeries */
    public function testEverythingElseIsRefused(mixed ...$arguments): void
    {
        $this->expectException(InvalidWebhook::class);
        self::verify(...$arguments);
    }

    /** @return array<string, array<mixed>> */
    public static function forgeries(): array
    {
        $signed = static function (string $body): array {
            $hash = hash_hmac('sha256', 'evt_1.' . self::AT . ".$body", str_repeat("\1", 32), true);
            return [['webhook-signature' => 'v1,' . base64_encode($hash)], $body];
        };
        return [
            'another body' => [[], self::BODY . ' '],
            'another id' => [['webhook-id' => 'evt_2']],
            'another time' => [['webhook-timestamp' => (string) (self::AT + 1)]],
            'another secret' => [[], self::BODY, "\3"],
            'no secret' => [[], self::BODY, ''],
            'no signature' => [['webhook-signature' => '']],
            'another scheme' => [['webhook-signature' => str_replace('v1,', 'v2,', self::SIGNATURES)]],
            'an old one' => [[], self::BODY, "\1", self::AT + 301],
            'one of the future' => [[], self::BODY, "\1", self::AT - 301],
            'no time' => [['webhook-timestamp' => 'now']],
            'signed, but no event' => $signed('{"type":1}'),
            'signed, but no JSON' => $signed('x'),
            'signed, but large' => $signed(str_repeat(' ', 20_000) . self::BODY),
        ];
    }
}
