<?php

declare(strict_types=1);

namespace Drupal\publication_registry;

use Drupal\Core\Cache\CacheTagsInvalidatorInterface;
use Drupal\Core\Lock\LockBackendInterface;
use Drupal\Core\State\StateInterface;
use InvalidArgumentException;
use PublicationRegistry\Client;
use PublicationRegistry\CurlHttp;
use PublicationRegistry\Http;
use PublicationRegistry\NetworkException;
use PublicationRegistry\RegistryException;
use PublicationRegistry\RetryingHttp;
use PublicationRegistry\SiteSync;

require_once __DIR__ . '/autoload_client.php';

/** Keeps the copy up to date, by cron and by webhook. */
final class Synchronization
{
    /** What the module keeps in Drupal's state, which is not exported with the configuration. */
    public const STATE = [
        'publication_registry.url',
        'publication_registry.token',
        'publication_registry.credential',
        'publication_registry.webhook_id',
        'publication_registry.webhook_secret',
        'publication_registry.hears_of_groups',
        'publication_registry.error',
        'publication_registry.off',
    ];
    public const CACHE_TAG = 'publication_registry';
    private const LOCK = 'publication_registry';
    private const BUDGET_SECONDS = 10;

    public function __construct(
        private readonly StateInterface $state,
        private readonly LockBackendInterface $lock,
        private readonly DatabaseCopy $copy,
        private readonly CacheTagsInvalidatorInterface $cacheTags,
        private readonly ?Http $http = null,
    ) {
    }

    public function get(string $name): string
    {
        return (string) $this->state->get("publication_registry.$name", '');
    }

    /** @return array<string, string> why lists are off, by their names, as `SiteSync` says it */
    public function off(): array
    {
        return (array) $this->state->get('publication_registry.off', []);
    }

    /**
     * First step: fetches the token of the site's origin, which the site then serves. Another address is another
     * registry: everything of the one before is forgotten.
     *
     * @throws RegistryException|NetworkException|InvalidArgumentException
     */
    public function begin(string $url, string $originId): void
    {
        if ($originId === '') {
            throw new InvalidArgumentException('Enter the id that the origin of this site has at this registry');
        }
        $this->alone(function () use ($url, $originId): void {
            $token = (new Client($url, '', $this->http()))->verificationToken($originId);
            if ($this->get('url') !== $url) {
                $this->disconnect();
            }
            $this->state->setMultiple(['publication_registry.url' => $url, 'publication_registry.token' => $token]);
        });
    }

    /**
     * Second step: tries the credential, and registers the webhook unless there is one.
     *
     * @throws RegistryException|NetworkException|InvalidArgumentException
     */
    public function complete(string $credential, string $webhookUrl): void
    {
        $this->alone(function () use ($credential, $webhookUrl): void {
            $client = new Client($this->get('url'), $credential, $this->http());
            $client->installation();
            $this->state->set('publication_registry.credential', $credential);
            if ($this->get('webhook_secret') === '') {
                $created = $client->createWebhook($webhookUrl);
                $this->state->setMultiple([
                    'publication_registry.webhook_id' => (string) ($created['webhook']['id'] ?? ''),
                    'publication_registry.webhook_secret' => (string) ($created['secret'] ?? ''),
                ]);
            }
        });
    }

    /** Forgets the connection and the copy. A registry that cannot be reached keeps the webhook until it fails. */
    private function disconnect(): void
    {
        if ($this->get('webhook_id') !== '') {
            try {
                $http = $this->http ?? new CurlHttp(15_000);
                (new Client($this->get('url'), $this->get('credential'), $http))->deleteWebhook($this->get('webhook_id'));
            } catch (RegistryException | NetworkException) {
                // It is removed or refused there, or will be disabled because nobody answers.
            }
        }
        $this->state->deleteMultiple(self::STATE);
        $this->copy->clear();
        $this->cacheTags->invalidateTags([self::CACHE_TAG]);
    }

    /** Changes the connection while no sync runs: it would mix two registries. */
    private function alone(callable $change): void
    {
        if (!$this->lock->acquire(self::LOCK, 300)) {
            throw new InvalidArgumentException('The copy is being updated. Try again in a minute');
        }
        try {
            $change();
        } finally {
            $this->lock->release(self::LOCK);
        }
    }

    /**
     * Syncs for some seconds.
     *
     * @return bool false if it failed or another run works, or if the next run has to continue
     */
    public function run(): bool
    {
        if ($this->get('credential') === '') {
            return true;
        }
        if (!$this->lock->acquire(self::LOCK, 300)) {
            return false;
        }
        try {
            $until = microtime(true) + self::BUDGET_SECONDS;
            $client = new Client($this->get('url'), $this->get('credential'), $this->http());
            $mustStop = static fn (): bool => microtime(true) > $until;
            $sync = SiteSync::run($client, $this->copy, ['groups', 'works'], 'apa', $mustStop);
            if (!isset($sync->off['groups'])) {
                $this->hearOfGroups($client);
            }
            if ($sync->hasChanged) {
                $this->cacheTags->invalidateTags([self::CACHE_TAG]);
            }
            $this->state->setMultiple(['publication_registry.error' => '', 'publication_registry.off' => $sync->off]);
            return $sync->isComplete;
        } catch (RegistryException | NetworkException $failure) {
            $this->state->set('publication_registry.error', mb_substr($failure->getMessage(), 0, 500));
            return false;
        } finally {
            $this->lock->release(self::LOCK);
        }
    }

    /** Has the webhook told of groups, where it was registered without. What the registry refuses is asked once. */
    private function hearOfGroups(Client $client): void
    {
        $webhook = $this->get('webhook_id');
        if ($webhook === '' || $webhook === $this->get('hears_of_groups')) {
            return;
        }
        try {
            $client->tellWebhookOfGroups($webhook);
        } catch (RegistryException $refusal) {
            if ($refusal->status >= 500 || $refusal->status === 429) {
                return;
            }
        }
        $this->state->set('publication_registry.hears_of_groups', $webhook);
    }

    private function http(): Http
    {
        return $this->http ?? new RetryingHttp(new CurlHttp(15_000), 8_000);
    }
}
