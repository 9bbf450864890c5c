<?php

declare(strict_types=1);

namespace PublicationRegistry;

/** A response of the registry, or of something in front of it. */
final class Response
{
    /** @var array<string, string> by name in lower case */
    private readonly array $headers;

    /** @param array<string, string> $headers */
    public function __construct(public readonly int $status, array $headers, public readonly string $body)
    {
        $this->headers = array_change_key_case($headers);
    }

    public function header(string $name): ?string
    {
        return $this->headers[strtolower($name)] ?? null;
    }

    /**
     * The body as an array; null if it is no JSON object.
     *
     * @return array<string, mixed>|null
     */
    public function json(): ?array
    {
        $body = json_decode($this->body, true, 64);
        return is_array($body) && !array_is_list($body) ? $body : null;
    }
}
