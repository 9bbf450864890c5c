<?php

declare(strict_types=1);

namespace PublicationRegistry;

/** One page of the changes of a list. */
final class ChangePage
{
    /**
     * @param list<array{type: string, id: string, item: array<string, mixed>|null}> $changes to be applied in order
     * @param string $cursor the cursor of the next request
     * @param string|null $etag the ETag to send with this cursor; null if this cursor has not been requested yet
     * @param bool $reset whether to empty the copy before applying these changes
     */
    public function __construct(
        public readonly array $changes,
        public readonly string $cursor,
        public readonly ?string $etag,
        public readonly bool $hasMore,
        public readonly bool $reset,
    ) {
    }
}
