<?php

declare(strict_types=1);

namespace Drupal\publication_registry\Controller;

use Drupal\Core\Controller\ControllerBase;
use Drupal\publication_registry\Synchronization;
use PublicationRegistry\InvalidWebhook;
use PublicationRegistry\Webhook;
use Symfony\Component\DependencyInjection\ContainerInterface;
use Symfony\Component\HttpFoundation\Request;
use Symfony\Component\HttpFoundation\Response;

/** What the registry asks of the site: the token of its origin, and to accept webhooks. */
final class RegistryController extends ControllerBase
{
    public function __construct(private readonly Synchronization $synchronization)
    {
    }

    public static function create(ContainerInterface $container): self
    {
        return new self($container->get('publication_registry.synchronization'));
    }

    public function verification(): Response
    {
        $token = $this->synchronization->get('token');
        $headers = ['Content-Type' => 'text/plain; charset=utf-8', 'Cache-Control' => 'no-store'];
        return new Response($token, $token === '' ? 404 : 200, $headers);
    }

    public function webhook(Request $request): Response
    {
        try {
            $header = static fn (string $name): ?string => $request->headers->get($name);
            Webhook::verify($header, (string) $request->getContent(), $this->synchronization->get('webhook_secret'));
        } catch (InvalidWebhook) {
            return new Response('', 401);
        }
        // A failure is answered as one, so that the registry tries again.
        return new Response('', $this->synchronization->run() ? 204 : 503);
    }
}
