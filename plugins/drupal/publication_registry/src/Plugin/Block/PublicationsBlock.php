<?php

declare(strict_types=1);

namespace Drupal\publication_registry\Plugin\Block;

use Drupal\Core\Block\BlockBase;
use Drupal\Core\Form\FormStateInterface;
use Drupal\Core\Plugin\ContainerFactoryPluginInterface;
use Drupal\Core\Render\Markup;
use Drupal\publication_registry\DatabaseCopy;
use Drupal\publication_registry\Synchronization;
use PublicationRegistry\InvalidFilter;
use PublicationRegistry\Item;
use PublicationRegistry\PublicationFilters;
use PublicationRegistry\PublicationHtml;
use Symfony\Component\DependencyInjection\ContainerInterface;

/**
 * A list of publications by year, with the filters of the API.
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
        return array_fill_keys(PublicationFilters::NAMES, '') + ['limit' => 50];
    }

    public function blockForm($form, FormStateInterface $form_state): array
    {
        $several = $this->t('Several are separated by |.');
        $filters = [
            'publication_type' => [$this->t('Types, such as journal-article|book-chapter'), $several],
            'publication_year' => [$this->t('Years, such as 2024|2026'), $several],
            'publication_year_from' => [$this->t('From year'), ''],
            'publication_year_to' => [$this->t('To year'), ''],
            'open_access_status' => [$this->t('Open-access status, such as gold|green'), $several],
            'license' => [$this->t('Licences, such as cc-by|cc0'), $several],
            'orcid' => [$this->t('ORCID iDs of people; empty for all'), $several],
        ];
        foreach ($filters as $name => [$title, $description]) {
            $form[$name] = [
                '#type' => 'textfield',
                '#title' => $title,
                '#description' => $description,
                '#maxlength' => 8192,
                '#default_value' => $this->configuration[$name],
            ];
        }
        $form['limit'] = [
            '#type' => 'number',
            '#title' => $this->t('Publications to show'),
            '#min' => 1,
            '#max' => 500,
            '#default_value' => $this->configuration['limit'],
        ];
        return $form;
    }

    public function blockValidate($form, FormStateInterface $form_state): void
    {
        try {
            PublicationFilters::parse($this->entered($form_state));
        } catch (InvalidFilter $failure) {
            $form_state->setError($form[$failure->parameter], $failure->getMessage());
        }
    }

    public function blockSubmit($form, FormStateInterface $form_state): void
    {
        $this->configuration = $this->entered($form_state) + $this->configuration;
        $this->configuration['limit'] = (int) $form_state->getValue('limit');
    }

    /** @return array<string, string> */
    private function entered(FormStateInterface $form_state): array
    {
        $names = array_combine(PublicationFilters::NAMES, PublicationFilters::NAMES);
        return array_map(static fn (string $name) => trim((string) $form_state->getValue($name)), $names);
    }

    /** @return list<Item> none if a filter is not valid, as one that was imported may be */
    private function items(): array
    {
        try {
            $filters = PublicationFilters::parse($this->configuration);
        } catch (InvalidFilter) {
            return [];
        }
        return $this->copy->find($filters, max(1, min(500, $this->configuration['limit'])));
    }

    public function build(): array
    {
        $html = new PublicationHtml([
            'openAccess' => (string) $this->t('Open access'),
            'retracted' => (string) $this->t('Retracted'),
            'noYear' => (string) $this->t('Without a year'),
            'moreAuthors' => '(%s ' . $this->t('authors in all') . ')',
        ], \Drupal::languageManager()->getCurrentLanguage()->getId());
        return [
            // The client escapes everything from the registry.
            '#markup' => Markup::create($html->list($this->items(), $html->yearOf(...))),
            '#cache' => ['tags' => [Synchronization::CACHE_TAG], 'contexts' => ['languages:language_interface']],
        ];
    }
}
