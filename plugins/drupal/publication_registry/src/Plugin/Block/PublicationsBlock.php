<?php

declare(strict_types=1);

namespace Drupal\publication_registry\Plugin\Block;

use Drupal\Core\Block\BlockBase;
use Drupal\Core\Form\FormStateInterface;
use Drupal\Core\Plugin\ContainerFactoryPluginInterface;
use Drupal\Core\Render\Markup;
use Drupal\publication_registry\DatabaseCopy;
use Drupal\publication_registry\Synchronization;
use PublicationRegistry\PublicationHtml;
use Symfony\Component\DependencyInjection\ContainerInterface;

/**
 * A list of publications by year, of all people or of one.
 *
 * @Block(
 *   id = "publication_registry_list",
 *   admin_label = @Translation("Publications of the registry"),
 *   category = @Translation("Publication Registry")
 * )
 */
final class PublicationsBlock extends BlockBase implements ContainerFactoryPluginInterface
{
    /**
     * @param array<string, mixed> $configuration
     * @param mixed $definition
     */
    public function __construct(array $configuration, string $id, $definition, private readonly DatabaseCopy $copy)
    {
        parent::__construct($configuration, $id, $definition);
    }

    public static function create(ContainerInterface $container, array $configuration, $id, $definition): self
    {
        return new self($configuration, $id, $definition, $container->get('publication_registry.copy'));
    }

    public function defaultConfiguration(): array
    {
        return ['orcid' => '', 'limit' => 50];
    }

    public function blockForm($form, FormStateInterface $form_state): array
    {
        $form['orcid'] = [
            '#type' => 'textfield',
            '#title' => $this->t('ORCID iD of a person; empty for all'),
            '#pattern' => '(\d{4}-){3}\d{3}[\dX]',
            '#default_value' => $this->configuration['orcid'],
        ];
        $form['limit'] = [
            '#type' => 'number',
            '#title' => $this->t('Publications to show'),
            '#min' => 1,
            '#max' => 500,
            '#default_value' => $this->configuration['limit'],
        ];
        return $form;
    }

    public function blockSubmit($form, FormStateInterface $form_state): void
    {
        $this->configuration['orcid'] = (string) $form_state->getValue('orcid');
        $this->configuration['limit'] = (int) $form_state->getValue('limit');
    }

    public function build(): array
    {
        $html = new PublicationHtml([
            'openAccess' => (string) $this->t('Open access'),
            'retracted' => (string) $this->t('Retracted'),
            'noYear' => (string) $this->t('Without a year'),
            'moreAuthors' => '(%s ' . $this->t('authors in all') . ')',
        ], \Drupal::languageManager()->getCurrentLanguage()->getId());
        $items = $this->copy->find($this->configuration['orcid'], max(1, min(500, $this->configuration['limit'])));
        return [
            // The client escapes everything from the registry.
            '#markup' => Markup::create($html->list($items, $html->yearOf(...))),
            '#cache' => ['tags' => [Synchronization::CACHE_TAG], 'contexts' => ['languages:language_interface']],
        ];
    }
}
