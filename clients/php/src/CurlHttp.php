<?php

declare(strict_types=1);

namespace PublicationRegistry;

/** Sends requests with PHP's curl extension. */
final class CurlHttp implements Http
{
    /** More than any response of the registry. */
    private const MOST_BYTES = 20_000_000;

    /** @param int $timeoutMs time limit of one attempt */
    public function __construct(private readonly int $timeoutMs = 30_000)
    {
    }

    public function send(Request $request): Response
    {
        $headers = [];
        $body = '';
        $curl = curl_init($request->url);
        curl_setopt_array($curl, [
            CURLOPT_CUSTOMREQUEST => $request->method,
            CURLOPT_HTTPHEADER => array_map(
                static fn (string $name, string $value) => "$name: $value",
                array_keys($request->headers),
                $request->headers,
            ),
            CURLOPT_PROTOCOLS => CURLPROTO_HTTP | CURLPROTO_HTTPS,
            CURLOPT_FOLLOWLOCATION => false,
            CURLOPT_ENCODING => '',
            CURLOPT_TIMEOUT_MS => $this->timeoutMs,
            CURLOPT_HEADERFUNCTION => static function ($_, string $line) use (&$headers): int {
                [$name, $value] = explode(':', $line, 2) + [1 => null];
                if ($value !== null) {
                    $headers[strtolower(trim($name))] = trim($value);
                }
                return strlen($line);
            },
            CURLOPT_WRITEFUNCTION => static function ($_, string $part) use (&$body): int {
                $body .= $part;
                return strlen($body) > self::MOST_BYTES ? -1 : strlen($part);
            },
        ]);
        if ($request->body !== null) {
            curl_setopt($curl, CURLOPT_POSTFIELDS, $request->body);
        }
        if (curl_exec($curl) === false) {
            throw new NetworkException(curl_error($curl));
        }
        return new Response(curl_getinfo($curl, CURLINFO_RESPONSE_CODE), $headers, $body);
    }
}
