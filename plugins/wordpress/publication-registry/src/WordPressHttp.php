<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\Http;
use PublicationRegistry\NetworkException;
use PublicationRegistry\Request;
use PublicationRegistry\Response;

/** Requests by WordPress, with the proxy and the certificates that the site has. */
final class WordPressHttp implements Http
{
    public function send(Request $request): Response
    {
        $response = wp_remote_request($request->url, [
            'method' => $request->method,
            'headers' => $request->headers,
            'body' => $request->body,
            'timeout' => 15,
            'redirection' => 0,
            'limit_response_size' => 20_000_000,
            // The administrator of a site of a network may not reach its internal hosts; that of a single site may.
            'reject_unsafe_urls' => is_multisite(),
        ]);
        if (is_wp_error($response)) {
            throw new NetworkException($response->get_error_message());
        }
        $headers = [];
        foreach (wp_remote_retrieve_headers($response) as $name => $value) {
            $headers[$name] = is_array($value) ? implode(', ', $value) : (string) $value;
        }
        return new Response((int) wp_remote_retrieve_response_code($response), $headers, wp_remote_retrieve_body($response));
    }
}
