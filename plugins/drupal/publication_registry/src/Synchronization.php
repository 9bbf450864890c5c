<?php

declare(strict_types=1);

namespace Drupal\publication_registry;

use Drupal\Core\Cache\CacheTagsInvalidatorInterface;
use Drupal\Core\Lock\LockBackendInterface;
use Drupal\Core\State\StateInterface;
use PublicationRegistry\Client;
use PublicationRegistry\Copy;
use PublicationRegistry\CurlHttp;
use PublicationRegistry\Http;
use PublicationRegistry\NetworkException;
use PublicationRegistry\RegistryException;
use PublicationRegistry\RetryingHttp;
use PublicationRegistry\Sync;

require_once __DIR__ . '/autoload_client.php';

/** Keeps the copy up to date, by cron and by webhook. */
final class Synchronization
{
    /** What the module keeps in Drupal's state, which is not exported with the configuration. */
    public const STATE = [
        'publication_registry.url',
        'publication_registry.token',
        'publication_registry.credential',
        'publication_registry.webhook_secret',
        'publication_registry.error',
    ];
    public const CACHE_TAG = 'publication_registry';
    private const BUDGET_SECONDS = 10;

    public function __construct(
        private readonly StateInterface $state,
        private readonly LockBackendInterface $lock,
        private readonly Copy $copy,
        private readonly CacheTagsInvalidatorInterface $cacheTags,
        private readonly ?Http $http = null,
    ) {
    }

    public function get(string $name): string
    {
        return (string) $this->state->get("publication_registry.$name", '');
    }

    /** First step: fetches the token of the site's origin, which the site then serves. */
    public function begin(string $url, string $originId): void
    {
        $token = (new Client($url, '', $this->http()))->verificationToken($originId);
        $this->state->setMultiple(['publication_registry.url' => $url, 'publication_registry.token' => $token]);
    }

    /** Second step: tries the credential, and registers the webhook unless there is one. */
    public function complete(string $credential, string $webhookUrl): void
    {
        $client = new Client($this->get('url'), $credential, $this->http());
        $client->installation();
        $this->state->set('publication_registry.credential', $credential);
        if ($this->get('webhook_secret') === '') {
            $this->state->set('publication_registry.webhook_secret', $client->createWebhook($webhookUrl)['secret'] ?? '');
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
        if (!$this->lock->acquire('publication_registry', 300)) {
            return false;
        }
        try {
            $until = microtime(true) + self::BUDGET_SECONDS;
            $client = new Client($this->get('url'), $this->get('credential'), $this->http());
            $mustStop = static fn (): bool => microtime(true) > $until;
            $sync = Sync::run($client, 'publications', $this->copy, ['citations' => 'apa'], $mustStop);
            if ($sync->pages > 0) {
                $this->cacheTags->invalidateTags([self::CACHE_TAG]);
            }
            $this->state->set('publication_registry.error', '');
            return $sync->isComplete;
        } catch (RegistryException | NetworkException $failure) {
            $this->state->set('publication_registry.error', mb_substr($failure->getMessage(), 0, 500));
            return false;
        } finally {
            $this->lock->release('publication_registry');
        }
    }

    private function http(): Http
    {
        return $this->http ?? new RetryingHttp(new CurlHttp(15_000), 8_000);
    }
}
