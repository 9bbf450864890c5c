<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use PublicationRegistry\ChangePage;
use PublicationRegistry\Checkpoint;
use PublicationRegistry\Client;
use PublicationRegistry\Copy;
use PublicationRegistry\Http;
use PublicationRegistry\RegistryException;
use PublicationRegistry\Request;
use PublicationRegistry\Response;
use PublicationRegistry\SiteSync;

final class SiteSyncTest extends TestCase
{
    private const MORE = ['groups', 'works', 'people'];
    /** @var array<string, Response> by list */
    private array $answers = [];
    /** @var list<string> the queries of requests */
    private array $asked = [];
    private Client $client;
    private Copy $copy;

    protected function setUp(): void
    {
        $http = new class ($this->answers, $this->asked) implements Http {
            public function __construct(private array &$answers, private array &$asked)
            {
            }

            public function send(Request $request): Response
            {
                parse_str((string) parse_url($request->url, PHP_URL_QUERY), $query);
                $this->asked[] = $query['list'] . ' ' . ($query['include'] ?? '-') . ' ' . ($query['cursor'] ?? '');
                return $this->answers[$query['list']];
            }
        };
        $this->copy = new class implements Copy {
            /** @var array<string, list<string>> */
            public array $ids = [];
            public array $checkpoints = [];

            public function checkpoint(string $list): ?Checkpoint
            {
                return $this->checkpoints[$list] ?? null;
            }

            public function apply(string $list, ChangePage $page): void
            {
                $this->ids[$list] = [...($page->reset ? [] : $this->ids[$list]), ...array_column($page->changes, 'id')];
                $this->checkpoints[$list] = new Checkpoint($page->cursor, $page->etag);
            }
        };
        $this->client = new Client('https://r.example', 'pri_x', $http);
        foreach (['publications', ...self::MORE] as $list) {
            $this->answers[$list] = self::page($list);
        }
    }

    private static function page(string $list): Response
    {
        $change = ['type' => 'upserted', 'id' => "$list-1", 'item' => []];
        $body = ['changes' => [$change], 'cursor' => "$list-c", 'has_more' => false, 'reset' => true];
        return new Response(200, [], json_encode($body));
    }

    private static function scopeNotGranted(): Response
    {
        return new Response(403, [], json_encode(['error' => 'No scope', 'code' => 'scope_not_granted', 'details' => []]));
    }

    private static function invalid(string $parameter): Response
    {
        $details = ['issues' => [['path' => $parameter, 'message' => 'is wrong']]];
        return new Response(400, [], json_encode(['error' => 'Wrong', 'code' => 'invalid_query', 'details' => $details]));
    }

    public function testAllListsAreReadWithTheGroupsOfOutputs(): void
    {
        $sync = SiteSync::run($this->client, $this->copy, self::MORE, 'apa');
        self::assertSame([[], true, true], [$sync->off, $sync->isComplete, $sync->hasChanged]);
        self::assertSame(['groups - ', 'publications citation,groups ', 'works citation,groups ', 'people - '], $this->asked);
        $this->answers = array_fill_keys(['publications', ...self::MORE], new Response(304, [], ''));
        self::assertFalse(SiteSync::run($this->client, $this->copy, self::MORE, 'apa')->hasChanged);
    }

    public function testWithoutTheirScopesListsAreOffAndPublicationsAreAsBefore(): void
    {
        foreach (self::MORE as $list) {
            $this->answers[$list] = self::scopeNotGranted();
        }
        $sync = SiteSync::run($this->client, $this->copy, self::MORE, 'apa');
        self::assertSame(array_fill_keys(self::MORE, SiteSync::NO_SCOPE), $sync->off);
        self::assertSame(['publications' => ['publications-1']], $this->copy->ids);
        self::assertContains('publications citation ', $this->asked);
    }

    public function testARegistryThatKnowsNoGroupsIsReadAsBefore(): void
    {
        $this->answers['groups'] = self::invalid('list');
        $this->answers['works'] = self::invalid('include');
        $sync = SiteSync::run($this->client, $this->copy, self::MORE, 'apa');
        self::assertSame(['groups' => SiteSync::OLD_REGISTRY, 'works' => SiteSync::OLD_REGISTRY], $sync->off);
        self::assertSame(['publications', 'people'], array_keys($this->copy->ids));
    }

    public function testWhatMayNoLongerBeReadIsEmptiedOnce(): void
    {
        SiteSync::run($this->client, $this->copy, self::MORE, 'apa');
        $this->answers['groups'] = self::scopeNotGranted();
        $this->answers['publications'] = $this->answers['works'] = $this->answers['people'] = new Response(304, [], '');
        $sync = SiteSync::run($this->client, $this->copy, self::MORE, 'apa');
        self::assertSame([['groups' => SiteSync::NO_SCOPE], true], [$sync->off, $sync->hasChanged]);
        self::assertSame([[], ['works-1']], [$this->copy->ids['groups'], $this->copy->ids['works']]);
        self::assertFalse(SiteSync::run($this->client, $this->copy, self::MORE, 'apa')->hasChanged);
        // Granted again, it begins anew.
        $this->answers['groups'] = self::page('groups');
        $this->asked = [];
        self::assertSame([], SiteSync::run($this->client, $this->copy, self::MORE, 'apa')->off);
        self::assertSame(['groups - ', 'publications citation,groups publications-c'], array_slice($this->asked, 0, 2));
        self::assertSame(['groups-1'], $this->copy->ids['groups']);
    }

    /** @dataProvider failures */
    public function testAnyOtherAnswerIsAFailure(Response $answer): void
    {
        $this->answers['groups'] = $answer;
        $this->expectException(RegistryException::class);
        SiteSync::run($this->client, $this->copy, self::MORE, 'apa');
    }

    /** @return list<array{Response}> */
    public static function failures(): array
    {
        $inactive = new Response(403, [], '{"error": "Inactive", "code": "credential_inactive"}');
        return [[$inactive], [self::invalid('cursor')], [new Response(500, [], '')], [new Response(400, [], '<html>')]];
    }
}
