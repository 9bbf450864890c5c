<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\Client;
use PublicationRegistry\NetworkException;
use PublicationRegistry\RegistryException;
use PublicationRegistry\RetryingHttp;

/** The connection to the registry, in one option that is only read where it is needed. */
final class Connection
{
    private const OPTION = 'publication_registry_connection';
    private const NONE = [
        'url' => '', 'origin_id' => '', 'token' => '', 'credential' => '', 'webhook_id' => '', 'webhook_secret' => '',
        'hears_of_groups' => '',
    ];

    /** @param array<string, string> $stored */
    private function __construct(private readonly array $stored)
    {
    }

    public static function read(): self
    {
        $stored = get_option(self::OPTION);
        return new self(array_filter(is_array($stored) ? $stored : [], 'is_string') + self::NONE);
    }

    public function get(string $name): string
    {
        return $this->stored[$name];
    }

    public function isComplete(): bool
    {
        return $this->stored['credential'] !== '';
    }

    /** @param int $budgetMs time for all attempts of one request */
    public function client(int $budgetMs = 8_000): Client
    {
        return new Client($this->stored['url'], $this->stored['credential'], new RetryingHttp(new WordPressHttp(), $budgetMs));
    }

    /**
     * First step: fetches the token of the site's origin, which the site then serves.
     *
     * @throws RegistryException|NetworkException|\InvalidArgumentException
     */
    public static function begin(string $url, string $originId): void
    {
        $token = (new Client($url, '', new WordPressHttp()))->verificationToken($originId);
        if (self::read()->get('url') !== $url) {
            self::disconnect();
        }
        self::read()->store(['url' => $url, 'origin_id' => $originId, 'token' => $token]);
    }

    /**
     * Second step: tries the credential, and registers the webhook.
     *
     * @return string|null why there is no webhook, if there is none; then the copy is only updated every hour
     * @throws RegistryException|NetworkException
     */
    public static function complete(string $credential): ?string
    {
        $before = self::read();
        $connection = new self(['credential' => $credential] + $before->stored);
        $connection->client()->installation();
        $connection->store([]);
        if ($before->get('webhook_id') !== '') {
            return null;
        }
        try {
            $created = $connection->client()->createWebhook(rest_url(Rest::SPACE . '/webhook'));
            $connection->store([
                'webhook_id' => (string) ($created['webhook']['id'] ?? ''),
                'webhook_secret' => (string) ($created['secret'] ?? ''),
            ]);
            return null;
        } catch (RegistryException | NetworkException $failure) {
            return $failure->getMessage();
        }
    }

    /**
     * Has the webhook told of groups, where it was registered without. What the registry refuses is asked once.
     *
     * @throws NetworkException
     */
    public function hearOfGroups(): void
    {
        if ($this->stored['webhook_id'] === '' || $this->stored['hears_of_groups'] === $this->stored['webhook_id']) {
            return;
        }
        try {
            $this->client()->tellWebhookOfGroups($this->stored['webhook_id']);
        } catch (RegistryException $refusal) {
            if ($refusal->status >= 500 || $refusal->status === 429) {
                return;
            }
        }
        self::read()->store(['hears_of_groups' => $this->stored['webhook_id']]);
    }

    /** Forgets the connection and the copy. A registry that cannot be reached keeps the webhook until it fails. */
    public static function disconnect(): void
    {
        $connection = self::read();
        if ($connection->get('webhook_id') !== '') {
            try {
                $connection->client(0)->deleteWebhook($connection->get('webhook_id'));
            } catch (RegistryException | NetworkException) {
                // It is removed or refused there, or will be disabled because nobody answers.
            }
        }
        delete_option(self::OPTION);
        Synchronization::forget();
        Memberships::forget();
        Tables::clear();
    }

    /** @param array<string, string> $changed */
    private function store(array $changed): void
    {
        update_option(self::OPTION, $changed + $this->stored, false);
    }
}
