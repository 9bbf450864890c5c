<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use PublicationRegistry\ChangePage;
use PublicationRegistry\Checkpoint;
use PublicationRegistry\Client;
use PublicationRegistry\Copy;
use PublicationRegistry\Http;
use PublicationRegistry\InvalidFilter;
use PublicationRegistry\NetworkException;
use PublicationRegistry\RegistryException;
use PublicationRegistry\Request;
use PublicationRegistry\Response;
use PublicationRegistry\RetryingHttp;
use PublicationRegistry\Sync;

/** Answers with what it is given, in turn, and keeps the requests. */
final class ScriptedHttp implements Http
{
    /** @var list<Request> */
    public array $requests = [];

    /** @param list<Response|NetworkException> $answers */
    public function __construct(private array $answers)
    {
    }

    public function send(Request $request): Response
    {
        $this->requests[] = $request;
        $answer = array_shift($this->answers) ?? throw new LogicException("Not expected: $request->url");
        return $answer instanceof Response ? $answer : throw $answer;
    }
}

/** A copy in memory. */
final class MemoryCopy implements Copy
{
    /** @var array<string, array<string, mixed>> */
    public array $items = [];
    public ?Checkpoint $checkpoint = null;

    public function checkpoint(string $list): ?Checkpoint
    {
        return $this->checkpoint;
    }

    public function apply(string $list, ChangePage $page): void
    {
        $this->items = $page->reset ? [] : $this->items;
        foreach ($page->changes as $change) {
            if ($change['item'] === null) {
                unset($this->items[$change['id']]);
            } else {
                $this->items[$change['id']] = $change['item'];
            }
        }
        $this->checkpoint = new Checkpoint($page->cursor, $page->etag);
    }
}

final class ClientTest extends TestCase
{
    /** @param array<string, mixed> $body */
    private static function answer(array $body, int $status = 200, array $headers = []): Response
    {
        return new Response($status, $headers, json_encode($body));
    }

    /** @param list<array{string, bool}> $changes ids, and whether they are public */
    private static function page(array $changes, string $cursor, bool $more, bool $reset = false): Response
    {
        $entries = array_map(static fn (array $change) => [
            'type' => $change[1] ? 'upserted' : 'removed',
            'id' => $change[0],
            'item' => $change[1] ? ['doi' => $change[0]] : null,
        ], $changes);
        $body = ['changes' => $entries, 'cursor' => $cursor, 'has_more' => $more, 'reset' => $reset];
        return self::answer($body, 200, ['ETag' => "\"$cursor\""]);
    }

    public function testACopyFollowsTheListAndThenCostsOneRequest(): void
    {
        $http = new ScriptedHttp([
            self::page([['a', true], ['b', true]], 'c1', true, true),
            self::page([['a', false], ['c', true]], 'c2', false),
            self::page([], 'c2', false),
            new Response(304, [], ''),
            self::page([['d', true]], 'c3', false, true),
        ]);
        [$client, $copy] = [new Client('https://registry.example.org/', 'pri_x', $http), new MemoryCopy()];
        $options = ['citations' => 'apa', 'locale' => 'de'];
        $sync = Sync::run($client, 'publications', $copy, $options);
        self::assertSame([2, 3, 1, true], [$sync->pages, $sync->upserted, $sync->removed, $sync->isComplete]);
        self::assertSame(['b', 'c'], array_keys($copy->items));
        // An ETag belongs to the cursor that it was requested with.
        self::assertNull($copy->checkpoint->etag);
        self::assertSame(1, Sync::run($client, 'publications', $copy, $options)->pages);
        self::assertSame('"c2"', $copy->checkpoint->etag);
        self::assertSame(0, Sync::run($client, 'publications', $copy, $options)->pages);
        Sync::run($client, 'publications', $copy, $options);
        self::assertSame(['d'], array_keys($copy->items));
        $query = 'list=publications&limit=500&locale=de&include=citation&style=apa';
        self::assertSame([
            ["https://registry.example.org/integrations/v1/changes?$query", null],
            ["https://registry.example.org/integrations/v1/changes?$query&cursor=c1", null],
            ["https://registry.example.org/integrations/v1/changes?$query&cursor=c2", null],
            ["https://registry.example.org/integrations/v1/changes?$query&cursor=c2", '"c2"'],
            ["https://registry.example.org/integrations/v1/changes?$query&cursor=c2", '"c2"'],
        ], array_map(static fn ($sent) => [$sent->url, $sent->headers['If-None-Match'] ?? null], $http->requests));
        self::assertSame('pri_x', $http->requests[0]->headers['X-API-Key']);
    }

    public function testASyncThatMustStopContinuesLater(): void
    {
        $http = new ScriptedHttp([self::page([['a', true]], 'c1', true), self::page([['b', true]], 'c2', false)]);
        [$client, $copy] = [new Client('https://r.example', '', $http), new MemoryCopy()];
        self::assertFalse(Sync::run($client, 'people', $copy, ['citations' => 'apa'], static fn () => true)->isComplete);
        self::assertTrue(Sync::run($client, 'people', $copy, [], static fn () => true)->isComplete);
        self::assertSame(['a', 'b'], array_keys($copy->items));
        self::assertStringEndsWith('list=people&limit=500', $http->requests[0]->url);
        self::assertArrayNotHasKey('X-API-Key', $http->requests[0]->headers);
    }

    public function testPublicationsAreReadByFiltersToTheEndOfTheList(): void
    {
        $http = new ScriptedHttp([
            self::answer(['publications' => [['doi' => 'a'], ['doi' => 'b']], 'next_cursor' => 'c2']),
            self::answer(['publications' => [['doi' => 'c']], 'next_cursor' => null]),
            self::answer(['publications' => 'none']),
        ]);
        $client = new Client('https://r.example', 'pri_x', $http);
        $filters = ['license' => ['cc-by', 'cc0'], 'publication_year' => [2024, 2026], 'is_retracted' => false, 'q' => 'a b'];
        $found = iterator_to_array($client->publications($filters));
        self::assertSame(['a', 'b', 'c'], array_column($found, 'doi'));
        $query = 'license=cc-by%7Ccc0&publication_year=2024%7C2026&is_retracted=false&q=a%20b&per_page=100';
        self::assertSame([
            "https://r.example/integrations/v1/publications?cursor=&$query",
            "https://r.example/integrations/v1/publications?cursor=c2&$query",
        ], array_column($http->requests, 'url'));
        foreach ([RegistryException::class => ['q' => 'x'], InvalidFilter::class => ['orcid' => []]] as $expected => $asked) {
            try {
                iterator_to_array($client->publications($asked));
                self::fail('It must throw');
            } catch (RegistryException | InvalidFilter $exception) {
                self::assertInstanceOf($expected, $exception);
            }
        }
    }

    public function testGroupsAndWorksAreLists(): void
    {
        $http = new ScriptedHttp([
            self::answer(['groups' => [['id' => 'arts']], 'next_cursor' => 'c2']),
            self::answer(['groups' => [['id' => 'kilns']], 'next_cursor' => null]),
            self::answer(['works' => [['id' => 'w1']], 'next_cursor' => null]),
        ]);
        $client = new Client('https://r.example', 'pri_x', $http);
        self::assertSame(['arts', 'kilns'], array_column(iterator_to_array($client->groups()), 'id'));
        self::assertSame([['id' => 'w1']], iterator_to_array($client->works(['work_type' => ['book', 'report']])));
        self::assertStringEndsWith('/groups?cursor=c2&per_page=100', $http->requests[1]->url);
        self::assertStringEndsWith('/works?cursor=&work_type=book%7Creport&per_page=100', $http->requests[2]->url);
    }

    public function testAWebhookIsToldOfGroupsOnRequest(): void
    {
        $http = new ScriptedHttp([self::answer(['webhook' => ['id' => 'w/1']])]);
        (new Client('https://r.example', 'pri_x', $http))->tellWebhookOfGroups('w/1');
        $sent = $http->requests[0];
        self::assertSame(['PATCH', 'https://r.example/integrations/v1/webhooks/w%2F1'], [$sent->method, $sent->url]);
        self::assertContains('groups.changed', json_decode($sent->body, true)['events']);
        self::assertContains('list.changed', json_decode($sent->body, true)['events']);
    }

    /** @dataProvider included */
    public function testChangesHaveWhatIsAskedFor(string $list, array $options, string $query): void
    {
        $http = new ScriptedHttp([self::page([], 'c', false)]);
        iterator_to_array((new Client('https://r.example', '', $http))->changes($list, null, $options));
        self::assertSame("https://r.example/integrations/v1/changes?list=$list&limit=500$query", $http->requests[0]->url);
    }

    /** @return list<array{string, array<string, mixed>, string}> */
    public static function included(): array
    {
        $both = ['citations' => 'apa', 'groups' => true];
        return [
            ['publications', $both, '&include=citation%2Cgroups&style=apa'],
            ['works', $both, '&include=citation%2Cgroups&style=apa'],
            ['works', ['groups' => true], '&include=groups'],
            ['publications', ['groups' => false], ''],
            ['people', $both, ''],
            ['groups', $both, ''],
        ];
    }

    public function testErrorsHaveWhatTheRegistrySays(): void
    {
        $refusal = ['error' => 'No such scope', 'code' => 'scope_not_granted', 'details' => ['scope' => 'x']];
        $http = new ScriptedHttp([
            self::answer($refusal, 403, ['X-Request-Id' => 'r1']),
            new Response(301, ['location' => 'https://evil.example'], ''),
            new Response(200, [], '<html>'),
            self::answer(['changes' => [['id' => 1]], 'cursor' => 'c']),
            new Response(200, [], '<script>'),
        ]);
        $client = new Client('https://r.example', 'pri_x', $http);
        $calls = [
            static fn () => $client->installation(),
            static fn () => $client->installation(),
            static fn () => $client->installation(),
            static fn () => iterator_to_array($client->changes('publications')),
            static fn () => $client->verificationToken('o1'),
        ];
        $codes = [];
        foreach ($calls as $call) {
            try {
                $call();
                self::fail('It must throw');
            } catch (RegistryException $exception) {
                $codes[] = [$exception->status, $exception->errorCode, $exception->requestId];
            }
        }
        $text = new Response(404, ['Content-Type' => 'text/plain', 'X-Request-Id' => 'r2'], 'No such origin');
        self::assertSame('No such origin', (new RegistryException($text))->getMessage());
        $foreign = static fn (int $status) => [$status, null, null];
        self::assertSame([[403, 'scope_not_granted', 'r1'], $foreign(301), $foreign(200), $foreign(200), $foreign(200)], $codes);
    }

    /** @dataProvider badAddresses */
    public function testAnAddressMustBeOne(string $url): void
    {
        $this->expectException(InvalidArgumentException::class);
        new Client($url, 'pri_x');
    }

    /** @return list<array{string}> */
    public static function badAddresses(): array
    {
        return [['ftp://r.example'], ['https://u:p@r.example'], ['https://r.example/path'], ['javascript:x'], ['']];
    }

    public function testRetriesWithinTheBudget(): void
    {
        $nowMs = 0;
        $waits = [];
        $retrying = static function (array $answers) use (&$nowMs, &$waits, &$http): Http {
            [$nowMs, $waits, $http] = [0, [], new ScriptedHttp($answers)];
            return new RetryingHttp(
                $http,
                60_000,
                static function () use (&$nowMs): int {
                    return $nowMs;
                },
                static function (int $ms) use (&$nowMs, &$waits): void {
                    $nowMs += $ms;
                    $waits[] = $ms;
                },
            );
        };
        $get = new Request('GET', 'https://r.example');
        $busy = new Response(503, ['Retry-After' => '7'], '');
        $good = new Response(200, [], '{}');
        self::assertSame(200, $retrying([$busy, new NetworkException('reset'), $good])->send($get)->status);
        self::assertSame(7000, $waits[0]);
        self::assertThat($waits[1], self::logicalAnd(self::greaterThanOrEqual(250), self::lessThanOrEqual(500)));
        // A longer pause than the budget, a refusal, and a write are not tried again.
        $long = new Response(429, ['Retry-After' => '61'], '');
        self::assertSame(429, $retrying([$long])->send($get)->status);
        self::assertSame(404, $retrying([new Response(404, [], '')])->send($get)->status);
        self::assertSame(500, $retrying([new Response(500, [], '')])->send(new Request('POST', 'x'))->status);
        self::assertSame([], $waits);
        $this->expectExceptionMessage('down');
        $retrying(array_fill(0, 50, new NetworkException('down')))->send($get);
    }
}
