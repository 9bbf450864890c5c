<?php

declare(strict_types=1);

namespace PublicationRegistry;

use RuntimeException;

/** An error response of the registry, or a redirect, which is never followed. */
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
        parent::__construct(match (true) {
            $isError => $body['error'],
            in_array($response->status, [301, 302, 303, 307, 308], true) => self::redirectMessage($response),
            $isText => substr($response->body, 0, 300),
            default => "The response with status {$response->status} is not from the registry: check its address",
        });
        $this->status = $response->status;
        $this->errorCode = $isError ? $body['code'] : null;
        $this->details = $isError && is_array($body['details'] ?? null) ? $body['details'] : null;
        $this->requestId = $response->header('x-request-id');
    }

    private static function redirectMessage(Response $response): string
    {
        $location = substr(preg_replace('/[^\x21-\x7e]/', '', $response->header('location') ?? ''), 0, 200);
        return 'The address of the registry redirects' . ($location === '' ? '' : " to $location")
            . '. The client follows no redirects, because another host would get the credential.'
            . ' If the registry has moved, set it to the registry\'s new address';
    }
}
