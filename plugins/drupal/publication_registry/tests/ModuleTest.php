<?php

declare(strict_types=1);

use Drupal\Core\Cache\CacheTagsInvalidatorInterface;
use Drupal\Core\Database\Connection;
use Drupal\Core\Form\FormStateInterface;
use Drupal\Core\Lock\LockBackendInterface;
use Drupal\Core\State\StateInterface;
use Drupal\publication_registry\Controller\RegistryController;
use Drupal\publication_registry\DatabaseCopy;
use Drupal\publication_registry\Plugin\Block\PublicationsBlock;
use Drupal\publication_registry\Synchronization;
use PHPUnit\Framework\TestCase;
use PublicationRegistry\ChangePage;
use PublicationRegistry\Http;
use PublicationRegistry\NetworkException;
use PublicationRegistry\PublicationFilters;
use PublicationRegistry\RegistryException;
use PublicationRegistry\Request;
use PublicationRegistry\Response;
use Symfony\Component\HttpFoundation\Request as SymfonyRequest;

// The copy loads the client, whose interfaces the test implements.
class_exists(DatabaseCopy::class);

final class ModuleTest extends TestCase
{
    private const ORCID = '0000-0002-1825-0097';
    private Connection $database;
    private DatabaseCopy $copy;
    private Synchronization $synchronization;
    private RegistryController $controller;
    /** @var array<string, Response|NetworkException> answers of the registry by the end of the path */
    private array $answers = [];
    /** @var list<array{string, string, ?string}> method, address and credential of each request */
    private array $sent = [];
    /** @var list<string> */
    private array $invalidated = [];
    private bool $isLocked = false;
    private string $secret;

    protected function setUp(): void
    {
        $state = new class implements StateInterface {
            private array $values = [];

            public function get(string $key, mixed $default = null): mixed
            {
                return $this->values[$key] ?? $default;
            }

            public function set(string $key, mixed $value): void
            {
                $this->values[$key] = $value;
            }

            public function setMultiple(array $values): void
            {
                $this->values = $values + $this->values;
            }

            public function deleteMultiple(array $keys): void
            {
                $this->values = array_diff_key($this->values, array_flip($keys));
            }
        };
        $lock = new class ($this->isLocked) implements LockBackendInterface {
            public function __construct(private bool &$isLocked)
            {
            }

            public function acquire(string $name, float $seconds): bool
            {
                return !$this->isLocked && ($this->isLocked = true);
            }

            public function release(string $name): void
            {
                $this->isLocked = false;
            }
        };
        $tags = new class ($this->invalidated) implements CacheTagsInvalidatorInterface {
            public function __construct(private array &$invalidated)
            {
            }

            public function invalidateTags(array $tags): void
            {
                array_push($this->invalidated, ...$tags);
            }
        };
        $http = new class ($this->answers, $this->sent) implements Http {
            public function __construct(private array &$answers, private array &$sent)
            {
            }

            public function send(Request $request): Response
            {
                $path = strtok($request->url, '?');
                $this->sent[] = [$request->method, $path, $request->headers['X-API-Key'] ?? null];
                parse_str((string) parse_url($request->url, PHP_URL_QUERY), $query);
                $isMore = in_array($query['list'] ?? '', ['groups', 'works'], true);
                $answer = $isMore
                    ? $this->answers[$query['list']] ?? new Response(403, [], '{"error": "No scope", "code": "scope_not_granted"}')
                    : $this->answers[basename($path)] ?? new Response(404, [], '');
                return $answer instanceof Response ? $answer : throw $answer;
            }
        };
        $this->database = new Connection();
        $this->copy = new DatabaseCopy($this->database);
        $this->synchronization = new Synchronization($state, $lock, $this->copy, $tags, $http);
        $this->controller = new RegistryController($this->synchronization);
        $this->secret = 'whsec_' . base64_encode(str_repeat("\1", 32));
    }

    /** @param list<array<string, mixed>> $changes */
    private static function changes(array $changes, string $cursor = 'c', bool $reset = false): Response
    {
        $body = ['changes' => $changes, 'cursor' => $cursor, 'has_more' => false, 'reset' => $reset];
        return new Response(200, [], json_encode($body));
    }

    /** @return array<string, mixed> */
    private static function upserted(string $doi, string $date, bool $isMember = false, array $fields = []): array
    {
        $author = ['name' => 'A', 'orcid' => self::ORCID, 'is_member' => $isMember, 'person_slug' => null];
        $citation = ['authors' => [$author], 'author_count' => 1];
        $item = ['doi' => $doi, 'doi_url' => "https://doi.org/$doi", 'title' => 'T', 'publication_date' => $date];
        $item += ['citation' => $citation] + $fields;
        return ['type' => 'upserted', 'id' => $doi, 'item' => $item];
    }

    /** @return list<string> */
    private function shown(string $orcid = '', int $limit = 10): array
    {
        $filters = PublicationFilters::parse(['orcid' => $orcid]);
        return array_map(static fn ($item) => $item->doi(), $this->copy->find($filters, $limit));
    }

    private function connect(): void
    {
        $this->answers['o1'] = new Response(200, [], str_repeat('t', 43));
        $this->answers['installation'] = new Response(200, [], '{"id":"i"}');
        $this->answers['webhooks'] = new Response(201, [], json_encode(['webhook' => ['id' => 'w1'], 'secret' => $this->secret]));
        $this->synchronization->begin('https://registry.example.org', 'o1');
        $this->synchronization->complete('pri_x', 'https://site.example/publication-registry/webhook');
        $this->invalidated = [];
    }

    private function webhook(string $secretByte = "\1"): int
    {
        [$at, $body] = [(string) time(), '{"type":"list.changed","data":{"list":"publications"}}'];
        $hash = base64_encode(hash_hmac('sha256', "e.$at.$body", str_repeat($secretByte, 32), true));
        $headers = ['webhook-id' => 'e', 'webhook-timestamp' => $at, 'webhook-signature' => "v1,$hash"];
        return $this->controller->webhook(new SymfonyRequest($body, $headers))->status;
    }

    public function testTheSiteServesTheTokenAsTextOnceItHasOne(): void
    {
        self::assertSame(404, $this->controller->verification()->status);
        $this->connect();
        $served = $this->controller->verification();
        self::assertSame([200, str_repeat('t', 43)], [$served->status, $served->content]);
        self::assertStringStartsWith('text/plain', $served->headers['Content-Type']);
    }

    public function testAWebhookUpdatesTheCopyAndItsPages(): void
    {
        self::assertSame(401, $this->webhook());
        $this->connect();
        $this->answers['changes'] = self::changes([
            self::upserted('10.1/old', '2001'),
            self::upserted('10.1/new', '2020', true),
        ], 'c1', true);
        self::assertSame([401, 204], [$this->webhook("\2"), $this->webhook()]);
        self::assertSame(['10.1/new', '10.1/old'], $this->shown());
        self::assertSame([['10.1/new'], ['10.1/new']], [$this->shown(self::ORCID), $this->shown('', 1)]);
        self::assertSame([Synchronization::CACHE_TAG], $this->invalidated);
        $this->answers['changes'] = self::changes([['type' => 'removed', 'id' => '10.1/NEW', 'item' => null]]);
        self::assertTrue($this->synchronization->run());
        self::assertSame(['10.1/old'], $this->shown());
        // What is current leaves the pages in the cache.
        $this->answers['changes'] = new Response(304, [], '');
        self::assertTrue($this->synchronization->run());
        self::assertCount(2, $this->invalidated);
    }

    public function testAFailureIsNotedAndKeepsTheCopy(): void
    {
        $this->connect();
        $this->answers['changes'] = self::changes([self::upserted('10.1/a', '2001')], 'c1', true);
        $this->synchronization->run();
        $this->answers['changes'] = new NetworkException('refused');
        self::assertSame([503, 'refused'], [$this->webhook(), $this->synchronization->get('error')]);
        self::assertSame(['10.1/a'], $this->shown());
        $this->isLocked = true;
        self::assertSame(503, $this->webhook());
    }

    public function testACopyThatStartsOverIsShownWhenItIsComplete(): void
    {
        $page = static fn (string $doi, bool $more, bool $reset) =>
            new ChangePage([self::upserted($doi, '2001')], "at $doi", null, $more, $reset);
        $this->copy->apply('publications', $page('10.1/a', false, true));
        $this->copy->apply('publications', $page('10.1/b', true, true));
        self::assertSame(['10.1/a'], $this->shown());
        $this->database->failOn = 'at 10.1/c';
        try {
            $this->copy->apply('publications', $page('10.1/c', false, false));
            self::fail('It must throw');
        } catch (RuntimeException) {
            self::assertSame('at 10.1/b', $this->copy->checkpoint('publications')->cursor);
        }
        $this->database->failOn = null;
        $this->copy->apply('publications', $page('10.1/d', false, false));
        self::assertEqualsCanonicalizing(['10.1/b', '10.1/d'], $this->shown());
        self::assertCount(2, $this->database->tables['publication_registry_publications']);
    }

    public function testAnotherAddressForgetsAllOfTheRegistryBefore(): void
    {
        $this->connect();
        $this->answers['changes'] = self::changes([self::upserted('10.1/a', '2001')], 'c1', true);
        self::assertTrue($this->synchronization->run());
        // The same address, for instance with a new origin, keeps everything.
        $this->synchronization->begin('https://registry.example.org', 'o1');
        self::assertSame(['pri_x', ['10.1/a']], [$this->synchronization->get('credential'), $this->shown()]);

        [$this->sent, $this->invalidated] = [[], []];
        $this->answers['o2'] = new Response(404, [], '');
        try {
            $this->synchronization->begin('https://other.example.org', 'o2');
            self::fail('It must throw');
        } catch (RegistryException) {
            self::assertSame('pri_x', $this->synchronization->get('credential'));
        }
        $this->answers['o2'] = new Response(200, [], str_repeat('u', 43));
        $this->answers['w1'] = new NetworkException('gone');
        $this->synchronization->begin('https://other.example.org', 'o2');
        self::assertTrue($this->synchronization->run());
        // The credential is used once more, at the registry that it belongs to.
        $verify = ['GET', 'https://other.example.org/integrations/v1/verify/o2', null];
        $delete = ['DELETE', 'https://registry.example.org/integrations/v1/webhooks/w1', 'pri_x'];
        self::assertSame([$verify, $verify, $delete], $this->sent);
        $kept = array_map($this->synchronization->get(...), ['url', 'token', 'credential', 'webhook_id', 'webhook_secret']);
        self::assertSame(['https://other.example.org', str_repeat('u', 43), '', '', ''], $kept);
        self::assertSame([[], null], [$this->shown(), $this->copy->checkpoint('publications')]);
        self::assertSame([Synchronization::CACHE_TAG], $this->invalidated);
        self::assertSame(401, $this->webhook());
    }

    public function testAnotherAddressNeedsTheOriginThereAndWaitsForASync(): void
    {
        $this->connect();
        $refused = [];
        foreach ([['', false], ['o1', true]] as [$originId, $this->isLocked]) {
            try {
                $this->synchronization->begin('https://other.example.org', $originId);
                self::fail('It must throw');
            } catch (InvalidArgumentException $failure) {
                $refused[] = $failure->getMessage();
            }
        }
        self::assertStringContainsString('id that the origin', $refused[0]);
        self::assertStringContainsString('is being updated', $refused[1]);
        self::assertSame('https://registry.example.org', $this->synchronization->get('url'));
    }

    public function testTheBlockHasTheFiltersOfTheApiAndShowsWhatTheyFind(): void
    {
        $this->copy->apply('publications', new ChangePage([
            self::upserted('10.1/old', '2001', true, ['license' => 'cc-by-4.0', 'publication_year' => 2001]),
            self::upserted('10.1/new', '2020', true, ['license' => 'mit', 'publication_year' => 2020]),
        ], 'c', null, false, true));
        // As a site has it that was set up before there were these filters.
        $block = new PublicationsBlock(['orcid' => self::ORCID, 'limit' => 10], 'id', [], $this->copy);
        $form = $block->blockForm([], new FormStateInterface([]));
        self::assertSame([...PublicationFilters::NAMES, 'works', 'limit'], array_keys($form));
        self::assertSame(['textfield', false], [$form['group_id']['#type'], $form['works']['#default_value']]);
        self::assertSame([self::ORCID, ''], [$form['orcid']['#default_value'], $form['license']['#default_value']]);
        $shown = static fn (): array => preg_match_all('~10\.1/\w+~', $block->build()['#markup'], $found) ? $found[0] : [];
        self::assertSame(['10.1/new', '10.1/old'], $shown());

        $entered = ['license' => ' cc-by | cc0', 'publication_year_to' => '2001', 'limit' => '5'];
        $state = new FormStateInterface($entered);
        $block->blockValidate($form, $state);
        self::assertSame([], $state->errors);
        $block->blockSubmit($form, $state);
        self::assertSame(['10.1/old'], $shown());
        self::assertSame(['', 5], [$block->getConfiguration()['orcid'], $block->getConfiguration()['limit']]);

        $state = new FormStateInterface(['publication_year_from' => '2021'] + $entered);
        $block->blockValidate($form, $state);
        self::assertSame(['To year' => 'publication_year_to must not be before publication_year_from'], $state->errors);
        $block->blockSubmit($form, $state);
        self::assertSame([], $shown());
    }

    public function testGroupsAndWorksAreReadAsFarAsTheInstallationMay(): void
    {
        $this->connect();
        $group = static fn (string $id, string $name, array $parents = []) =>
            ['type' => 'upserted', 'id' => $id, 'item' => ['id' => $id, 'name' => $name, 'parents' => $parents]];
        $arts = [['id' => 'arts', 'is_direct' => false], ['id' => 'kilns', 'is_direct' => true]];
        $work = ['id' => 'w1', 'title' => 'Report', 'publication_date' => '2010', 'href' => 'https://x.example', 'groups' => $arts];
        $this->answers['changes'] = self::changes([
            self::upserted('10.1/old', '2001', true, ['groups' => $arts]),
            self::upserted('10.1/new', '2020', false, ['groups' => [['id' => 'arts', 'is_direct' => true]]]),
            self::upserted('10.1/none', '2019'),
        ], 'c1', true);
        self::assertTrue($this->synchronization->run());
        self::assertSame(['groups' => 'scope', 'works' => 'scope'], $this->synchronization->off());
        $found = function (array $with): array {
            $html = (new PublicationsBlock($with, 'id', [], $this->copy))->build()['#markup'];
            return preg_match_all('~org/(10\.1/\w+)"|>(Report)<~', $html, $all) ? array_map('implode', array_map(null, $all[1], $all[2])) : [];
        };
        self::assertSame([[], ['10.1/new', '10.1/none', '10.1/old']], [$found(['group_id' => 'arts']), $found([])]);

        $above = [['id' => 'arts', 'starts_at' => null, 'ends_at' => null]];
        $this->answers['groups'] = self::changes([$group('kilns', 'Kilns', $above), $group('arts', 'Arts')], 'g1', true);
        $this->answers['works'] = self::changes([['type' => 'upserted', 'id' => 'w1', 'item' => $work]], 'w1', true);
        $this->answers['w1'] = new Response(400, [], '{"error": "Unknown event", "code": "invalid_body"}');
        $this->sent = [];
        self::assertTrue($this->synchronization->run());
        self::assertSame([[], ''], [$this->synchronization->off(), $this->synchronization->get('error')]);
        $asked = static fn (array $sent): int => count(array_keys(array_column($sent, 0), 'PATCH', true));
        self::assertSame(1, $asked($this->sent));
        $expected = [
            [['group_id' => 'arts'], ['10.1/new', 'Report', '10.1/old']],
            [['group_id' => 'arts', 'subgroups' => 'false'], ['10.1/new']],
            [['group_id' => 'kilns'], ['Report', '10.1/old']],
            [['group_id' => 'kilns', 'works' => false], ['10.1/old']],
            // A block of before has no works.
            [['limit' => 10], ['10.1/new', '10.1/none', '10.1/old']],
            [[], ['10.1/new', '10.1/none', 'Report', '10.1/old']],
            [['group_id' => 'none'], ['10.1/none']],
            [['group_id' => 'none|kilns'], ['10.1/none', 'Report', '10.1/old']],
            [['group_id' => 'unknown'], []],
        ];
        foreach ($expected as [$with, $titles]) {
            self::assertSame([$with, $titles], [$with, $found($with)]);
        }

        $block = new PublicationsBlock(['group_id' => 'kilns|gone'], 'id', [], $this->copy);
        $form = $block->blockForm([], new FormStateInterface([]))['group_id'];
        self::assertSame(['arts' => 'Arts', 'kilns' => '– Kilns', 'gone' => 'gone'], $form['#options']);
        $block->blockSubmit($form, new FormStateInterface(['group_id' => ['arts', 'kilns'], 'works' => 1, 'limit' => '5']));
        self::assertSame(['arts|kilns', true], [$block->getConfiguration()['group_id'], $block->getConfiguration()['works']]);

        // One that is hidden is gone at once, and all when the installation may no longer read them.
        $this->answers['changes'] = new Response(304, [], '');
        $this->answers['works'] = new Response(304, [], '');
        $this->answers['groups'] = self::changes([['type' => 'removed', 'id' => 'kilns', 'item' => null]], 'g2');
        $this->invalidated = [];
        self::assertTrue($this->synchronization->run());
        self::assertSame([[], ['10.1/none']], [$found(['group_id' => 'kilns']), $found(['group_id' => 'none'])]);
        self::assertSame([Synchronization::CACHE_TAG], $this->invalidated);
        self::assertSame(1, $asked($this->sent));
        unset($this->answers['groups'], $this->answers['works']);
        self::assertTrue($this->synchronization->run());
        self::assertSame([[], ['10.1/new', '10.1/none', '10.1/old']], [$found(['group_id' => 'arts']), $found([])]);
    }

    /** Names of tables, and whether they have the columns of now. */
    private static function databaseWith(bool $isNew): object
    {
        return new class ($isNew) extends Drupal\Core\Database\Schema {
            public array $calls = [];

            public function __construct(private readonly bool $isNew)
            {
            }

            public function schema(): self
            {
                return $this;
            }

            public function __call(string $name, array $given): bool
            {
                if (str_ends_with($name, 'Exists')) {
                    return $this->isNew;
                }
                $this->calls[] = [$name, $given[0]];
                return true;
            }
        };
    }

    public function testUpdatesMakeTheTablesAnewOrAddWhatTheyLack(): void
    {
        require_once dirname(__DIR__) . '/publication_registry.install';
        Drupal::$database = self::databaseWith(false);
        publication_registry_update_10001();
        $tables = array_keys(DatabaseCopy::schema());
        $calls = array_merge(...array_map(static fn ($table) => [['dropTable', $table], ['createTable', $table]], $tables));
        self::assertSame($calls, Drupal::$database->calls);
        Drupal::$database = self::databaseWith(true);
        publication_registry_update_10002();
        self::assertSame([], Drupal::$database->calls);
        Drupal::$database = self::databaseWith(false);
        publication_registry_update_10002();
        self::assertSame([
            ['addField', 'publication_registry_publications'],
            ['addField', 'publication_registry_researchers'],
            ['createTable', 'publication_registry_groups'],
            ['createTable', 'publication_registry_group_items'],
        ], Drupal::$database->calls);
    }
}
