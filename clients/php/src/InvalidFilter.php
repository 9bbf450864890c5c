<?php

declare(strict_types=1);

namespace PublicationRegistry;

use InvalidArgumentException;

/** A filter that the registry would answer with 400. */
final class InvalidFilter extends InvalidArgumentException
{
    public function __construct(public readonly string $parameter, string $reason)
    {
        parent::__construct("$parameter $reason");
    }
}
