<?php

declare(strict_types=1);

namespace PublicationRegistry;

use RuntimeException;

/** The registry could not be reached, or its response broke off. */
final class NetworkException extends RuntimeException
{
}
