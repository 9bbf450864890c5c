<?php

declare(strict_types=1);

namespace PublicationRegistry;

use Closure;

/** Brings the copy of one list up to date. Costs one request if nothing has changed. */
final class Sync
{
    public int $pages = 0;
    public int $upserted = 0;
    public int $removed = 0;
    /** Whether the end of the list was reached. */
    public bool $isComplete = true;

    private function __construct()
    {
    }

    /**
     * @param array{limit?: int, locale?: string, citations?: string, groups?: bool} $options as of `Client::changes()`
     * @param Closure(): bool|null $mustStop asked after each page; the next sync continues there
     */
    public static function run(
        Client $client,
        string $list,
        Copy $copy,
        array $options = [],
        ?Closure $mustStop = null,
    ): self {
        $sync = new self();
        foreach ($client->changes($list, $copy->checkpoint($list), $options) as $page) {
            $copy->apply($list, $page);
            $sync->pages++;
            foreach ($page->changes as $change) {
                $change['item'] === null ? $sync->removed++ : $sync->upserted++;
            }
            if ($page->hasMore && $mustStop && $mustStop()) {
                $sync->isComplete = false;
                break;
            }
        }
        return $sync;
    }
}
