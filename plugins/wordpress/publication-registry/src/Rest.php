<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\InvalidWebhook;
use PublicationRegistry\Webhook;
use WP_REST_Request;
use WP_REST_Response;

/** What the registry asks of the site: the token of its origin, and to accept webhooks. Neither needs an account. */
final class Rest
{
    public const SPACE = 'publication-registry/v1';

    public static function register(): void
    {
        register_rest_route(self::SPACE, '/verification', [
            'methods' => 'GET',
            'callback' => self::verification(...),
            'permission_callback' => '__return_true',
        ]);
        register_rest_route(self::SPACE, '/webhook', [
            'methods' => 'POST',
            'callback' => self::webhook(...),
            // The signature is the permission.
            'permission_callback' => '__return_true',
        ]);
        add_filter('rest_pre_serve_request', self::serveText(...), 10, 4);
    }

    private static function verification(): WP_REST_Response
    {
        $token = Connection::read()->get('token');
        $response = new WP_REST_Response($token, $token === '' ? 404 : 200);
        $response->header('Cache-Control', 'no-store');
        return $response;
    }

    /** The registry expects the token as plain text, where WordPress would write JSON. */
    private static function serveText(bool $isServed, $response, WP_REST_Request $request, $server): bool
    {
        if ($isServed || $request->get_route() !== '/' . self::SPACE . '/verification' || $request->get_method() !== 'GET') {
            return $isServed;
        }
        $server->send_header('Content-Type', 'text/plain; charset=utf-8');
        echo esc_html((string) $response->get_data());
        return true;
    }

    private static function webhook(WP_REST_Request $request): WP_REST_Response
    {
        try {
            $header = static fn (string $name): ?string => $request->get_header($name);
            Webhook::verify($header, $request->get_body(), Connection::read()->get('webhook_secret'));
        } catch (InvalidWebhook $refusal) {
            return new WP_REST_Response(['message' => $refusal->getMessage()], 401);
        }
        // A failure is answered as one, so that the registry tries again.
        return new WP_REST_Response(null, Synchronization::run() ? 204 : 503);
    }
}
