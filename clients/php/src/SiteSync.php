<?php

declare(strict_types=1);

namespace PublicationRegistry;

use Closure;

/**
 * Brings the lists that a site shows up to date: publications and, as far as the credential and the registry have them,
 * groups, works without a DOI and people.
 */
final class SiteSync
{
    /** Why a list is off: the installation lacks its scope. */
    public const NO_SCOPE = 'scope';
    /** Why a list is off: the registry is older than what is asked for. */
    public const OLD_REGISTRY = 'version';

    public bool $hasChanged = false;
    /** Whether the end of all lists was reached. */
    public bool $isComplete = true;
    /** @var array<string, string> why a list is off, by its name */
    public array $off = [];

    private function __construct(private readonly Client $client, private readonly Copy $copy, private readonly ?Closure $mustStop)
    {
    }

    /**
     * @param list<string> $more lists to copy besides publications: `groups`, `works` and `people`
     * @param string $citations the style of the citations
     * @param Closure(): bool|null $mustStop asked after each page; the next sync continues there
     * @throws RegistryException|NetworkException
     */
    public static function run(Client $client, Copy $copy, array $more, string $citations, ?Closure $mustStop = null): self
    {
        $sync = new self($client, $copy, $mustStop);
        // Groups first: a list names only those that the copy has.
        $options = ['citations' => $citations, 'groups' => in_array('groups', $more, true) && $sync->has('groups')];
        $sync->sync('publications', $options);
        foreach (array_diff($more, ['groups']) as $list) {
            $sync->has($list, $options);
        }
        return $sync;
    }

    /**
     * Syncs a list that may be off. Its copy is then emptied: what may no longer be read is no longer shown.
     *
     * @param array{citations?: string, groups?: bool} $options
     */
    private function has(string $list, array $options = []): bool
    {
        try {
            $this->sync($list, $options);
            return true;
        } catch (RegistryException $refusal) {
            $refused = array_column($refusal->details['issues'] ?? [], 'path');
            $this->off[$list] = match (true) {
                $refusal->errorCode === 'scope_not_granted' => self::NO_SCOPE,
                $refusal->status === 400 && array_intersect($refused, ['list', 'include']) => self::OLD_REGISTRY,
                default => throw $refusal,
            };
        }
        $at = $this->copy->checkpoint($list);
        if ($at !== null && $at->cursor !== '') {
            $this->copy->apply($list, new ChangePage([], '', null, false, true));
            $this->hasChanged = true;
        }
        return false;
    }

    /** @param array{citations?: string, groups?: bool} $options */
    private function sync(string $list, array $options): void
    {
        $sync = Sync::run($this->client, $list, $this->copy, $options, $this->mustStop);
        $this->hasChanged = $this->hasChanged || $sync->pages > 0;
        $this->isComplete = $this->isComplete && $sync->isComplete;
    }
}
