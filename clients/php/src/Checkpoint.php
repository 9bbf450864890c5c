<?php

declare(strict_types=1);

namespace PublicationRegistry;

/** The position of a copy in a list. */
final class Checkpoint
{
    public function __construct(public readonly string $cursor, public readonly ?string $etag)
    {
    }
}
