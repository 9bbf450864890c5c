<?php

declare(strict_types=1);

namespace PublicationRegistry;

use RuntimeException;

/** A request that is no webhook of the registry, or an old one. Its message names no secret. */
final class InvalidWebhook extends RuntimeException
{
}
