<?php

declare(strict_types=1);

namespace PublicationRegistry;

use Generator;
use InvalidArgumentException;

/** The Integrations API of a registry. All methods throw a RegistryException or a NetworkException. */
final class Client
{
    private const EVENTS = ['list.changed', 'publication.withdrawn', 'publication.retracted', 'groups.changed'];
    private readonly string $baseUrl;
    private readonly Http $http;

    /**
     * @param string $baseUrl such as `https://registry.example.org`
     * @param string $credential the installation's; empty for what needs none
     */
    public function __construct(string $baseUrl, private readonly string $credential, ?Http $http = null)
    {
        if (!preg_match('~^https?://[^/?#\s@]+/*$~', $baseUrl)) {
            throw new InvalidArgumentException('The address of the registry must be like https://registry.example.org');
        }
        $this->baseUrl = rtrim($baseUrl, '/');
        $this->http = $http ?? new RetryingHttp(new CurlHttp());
    }

    /**
     * Any request of the Integrations API.
     *
     * @param string $path below /integrations/v1, such as `/publications`
     * @param array<string, string|int|bool|list<string|int>> $query several values of a filter are a list
     * @param array<string, mixed>|null $body
     */
    public function request(
        string $method,
        string $path,
        array $query = [],
        ?array $body = null,
        ?string $etag = null,
    ): Response {
        $headers = array_filter([
            'Accept' => 'application/json',
            'Content-Type' => $body === null ? '' : 'application/json',
            'If-None-Match' => $etag ?? '',
            'X-API-Key' => $this->credential,
        ], static fn (string $value) => $value !== '');
        $url = "$this->baseUrl/integrations/v1$path";
        $response = $this->http->send(new Request(
            $method,
            $query ? $url . '?' . self::query($query) : $url,
            $headers,
            $body === null ? null : json_encode($body, JSON_THROW_ON_ERROR),
        ));
        if ($response->status !== 304 && ($response->status < 200 || $response->status >= 300)) {
            throw new RegistryException($response);
        }
        return $response;
    }

    /**
     * The publications that filters find, read to the end of the list.
     *
     * @param array<string, string|int|bool|list<string|int>> $filters by the names of the API's parameters, such as
     *     `license`, `publication_year_from` or `q`; several values are a list
     * @return Generator<array<string, mixed>>
     */
    public function publications(array $filters = []): Generator
    {
        return $this->items('publications', $filters);
    }

    /**
     * The works without a DOI that filters find, read to the end of the list. Needs the scope `works.read`.
     *
     * @param array<string, string|int|bool|list<string|int>> $filters such as `work_type`
     * @return Generator<array<string, mixed>>
     */
    public function works(array $filters = []): Generator
    {
        return $this->items('works', $filters);
    }

    /**
     * The public groups, such as departments, read to the end of the list. Needs the scope `groups.read`.
     *
     * @param array<string, string|int|bool|list<string|int>> $filters such as `q`
     * @return Generator<array<string, mixed>>
     */
    public function groups(array $filters = []): Generator
    {
        return $this->items('groups', $filters);
    }

    /** @return array<string, mixed> the calling installation with its origins and scopes */
    public function installation(): array
    {
        return $this->json($this->request('GET', '/installation'));
    }

    /** The token with which a site proves that it wants this installation. Needs no credential. */
    public function verificationToken(string $originId): string
    {
        $response = $this->request('GET', '/verify/' . rawurlencode($originId));
        $token = trim($response->body);
        return preg_match('/^[\w.-]{16,200}$/', $token) ? $token : throw new RegistryException($response);
    }

    /** @return array<string, mixed> `webhook`, and its `secret`, which is returned only here */
    public function createWebhook(string $url): array
    {
        return $this->json($this->request('POST', '/webhooks', [], ['url' => $url]));
    }

    /**
     * Has a webhook told of groups, too, by the event `groups.changed`. Needs the scope `groups.read`.
     */
    public function tellWebhookOfGroups(string $id): void
    {
        $this->request('PATCH', '/webhooks/' . rawurlencode($id), [], ['events' => self::EVENTS]);
    }

    public function deleteWebhook(string $id): void
    {
        $this->request('DELETE', '/webhooks/' . rawurlencode($id));
    }

    /**
     * Yields what has changed in a list since a checkpoint, page by page; no page if the copy is current.
     *
     * @param string $list publications, people, works, projects or groups
     * @param array{limit?: int, locale?: string, citations?: string, groups?: bool} $options `citations` is the style of the
     *     citations in publications and works, and `groups` adds the groups to them, with the scope `groups.read`. With other
     *     `citations` or `groups`, a copy starts over. Use the same `locale` as long as you keep it.
     * @return Generator<ChangePage>
     */
    public function changes(string $list, ?Checkpoint $checkpoint = null, array $options = []): Generator
    {
        $query = ['list' => $list, 'limit' => $options['limit'] ?? 500];
        if (isset($options['locale'])) {
            $query['locale'] = $options['locale'];
        }
        if ($list === 'publications' || $list === 'works') {
            $included = array_filter(['citation' => isset($options['citations']), 'groups' => $options['groups'] ?? false]);
            $query += $included ? ['include' => implode(',', array_keys($included))] : [];
            $query += isset($options['citations']) ? ['style' => $options['citations']] : [];
        }
        $cursor = $checkpoint?->cursor;
        $etag = $checkpoint?->etag;
        do {
            $asked = $cursor === null ? $query : $query + ['cursor' => $cursor];
            $response = $this->request('GET', '/changes', $asked, null, $etag);
            if ($response->status === 304) {
                return;
            }
            $page = $this->page($response, $cursor);
            yield $page;
            [$cursor, $etag] = [$page->cursor, null];
        } while ($page->hasMore);
    }

    /**
     * The items of a list, page by page.
     *
     * @param array<string, string|int|bool|list<string|int>> $filters
     * @return Generator<array<string, mixed>>
     */
    private function items(string $list, array $filters): Generator
    {
        $cursor = '';
        do {
            $response = $this->request('GET', "/$list", ['cursor' => $cursor] + $filters + ['per_page' => 100]);
            $body = $this->json($response);
            if (!is_array($body[$list] ?? null)) {
                throw new RegistryException($response);
            }
            foreach (array_filter($body[$list], 'is_array') as $item) {
                yield $item;
            }
            $cursor = $body['next_cursor'] ?? null;
        } while (is_string($cursor) && $cursor !== '');
    }

    /**
     * Separates values as the API does. PHP would name the parameters `license[0]`, which the API does not know and ignores.
     *
     * @param array<string, string|int|bool|list<string|int>> $query
     */
    private static function query(array $query): string
    {
        $texts = [];
        foreach ($query as $name => $value) {
            $texts[$name] = match (true) {
                // Without a value it would be no filter.
                $value === [] => throw new InvalidFilter($name, 'must have a value'),
                is_array($value) => implode('|', $value),
                is_bool($value) => $value ? 'true' : 'false',
                default => $value,
            };
        }
        return http_build_query($texts, '', '&', PHP_QUERY_RFC3986);
    }

    private function page(Response $response, ?string $asked): ChangePage
    {
        $body = $this->json($response);
        $changes = $body['changes'] ?? null;
        $cursor = $body['cursor'] ?? null;
        if (!is_array($changes) || !is_string($cursor)) {
            throw new RegistryException($response);
        }
        foreach ($changes as $change) {
            if (!is_string($change['id'] ?? null) || !is_array($change['item'] ?? []) || !isset($change['type'])) {
                throw new RegistryException($response);
            }
        }
        return new ChangePage(
            array_values(array_map(static fn (array $change) => $change + ['item' => null], $changes)),
            $cursor,
            $cursor === $asked ? $response->header('etag') : null,
            ($body['has_more'] ?? false) === true,
            ($body['reset'] ?? false) === true,
        );
    }

    /** @return array<string, mixed> */
    private function json(Response $response): array
    {
        return $response->json() ?? throw new RegistryException($response);
    }
}
