<?php

declare(strict_types=1);

namespace PublicationRegistry;

/** What sends a request. A content management system has its own, with its proxies and certificates. */
interface Http
{
    /**
     * Sends it once, without following redirects, which would show the credential to another host.
     *
     * @throws NetworkException if there is no complete response
     */
    public function send(Request $request): Response;
}
