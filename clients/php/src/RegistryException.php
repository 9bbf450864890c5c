<?php

declare(strict_types=1);

namespace PublicationRegistry;

use RuntimeException;

/** An error response of the registry. */
final class RegistryException extends RuntimeException
{
    /** The error code; null if the response is not the registry's, for example a proxy's. */
    public readonly ?string $errorCode;
    /** @var array<string, mixed>|null */
    public readonly ?array $details;
    /** Include it when you report a problem to the registry's operator. */
    public readonly ?string $requestId;
    public readonly int $status;

    public function __construct(Response $response)
    {
        $body = $response->json() ?? [];
        $isError = is_string($body['error'] ?? null) && is_string($body['code'] ?? null);
        // What is plain text has errors in plain text.
        $isText = $response->header('x-request-id') !== null
            && str_starts_with($response->header('content-type') ?? '', 'text/plain');
        $foreign = $isText ? substr($response->body, 0, 300) : "The response with status {$response->status} is not from the registry: check its address";
        parent::__construct($isError ? $body['error'] : $foreign);
        $this->status = $response->status;
        $this->errorCode = $isError ? $body['code'] : null;
        $this->details = $isError && is_array($body['details'] ?? null) ? $body['details'] : null;
        $this->requestId = $response->header('x-request-id');
    }
}
