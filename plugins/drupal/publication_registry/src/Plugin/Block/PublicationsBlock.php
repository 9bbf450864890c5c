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
        // A block that was placed before there were works goes on without them.
        parent::__construct($configuration + (isset($configuration['limit']) ? ['works' => false] : []), $id, $definition);
    }

    public static function create(ContainerInterface $container, array $configuration, $id, $definition): self
    {
        return new self($configuration, $id, $definition, $container->get('publication_registry.copy'));
    }

    public function defaultConfiguration(): array
    {
        return array_fill_keys(PublicationFilters::NAMES, '') + ['works' => true, 'limit' => 50];
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
        $form['group_id'] = $this->groupElement();
        $form['subgroups'] = [
            '#type' => 'select',
            '#title' => $this->t('With sub-groups'),
            '#options' => ['' => $this->t('Yes'), 'false' => $this->t('No')],
            '#default_value' => $this->configuration['subgroups'],
        ];
        $form['works'] = [
            '#type' => 'checkbox',
            '#title' => $this->t('With works that have no DOI'),
            '#default_value' => $this->configuration['works'],
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
        $this->configuration['works'] = (bool) $form_state->getValue('works');
        $this->configuration['limit'] = (int) $form_state->getValue('limit');
    }

    /** @return array<string, mixed> a choice of groups, or a text where the copy has none */
    private function groupElement(): array
    {
        $chosen = array_filter(explode('|', $this->configuration['group_id']), 'strlen');
        $groups = $this->copy->groupChoices(\Drupal::languageManager()->getCurrentLanguage()->getId());
        $element = ['#title' => $this->t('Groups, such as departments; none for all')];
        return $element + ($groups === []
            ? ['#type' => 'textfield', '#maxlength' => 8192, '#default_value' => implode('|', $chosen)]
            : [
                '#type' => 'select',
                '#multiple' => true,
                // One that is hidden now stays chosen.
                '#options' => $groups + array_combine($chosen, $chosen),
                '#default_value' => $chosen,
            ]);
    }

    /** @return array<string, string> */
    private function entered(FormStateInterface $form_state): array
    {
        $names = array_combine(PublicationFilters::NAMES, PublicationFilters::NAMES);
        $text = static fn (mixed $value): string => trim(is_array($value) ? implode('|', $value) : (string) $value);
        return array_map(static fn (string $name) => $text($form_state->getValue($name)), $names);
    }

    /** @return list<Item> none if a filter is not valid, as one that was imported may be */
    private function items(): array
    {
        try {
            $filters = PublicationFilters::parse($this->configuration);
        } catch (InvalidFilter) {
            return [];
        }
        return $this->copy->find($filters, max(1, min(500, $this->configuration['limit'])), (bool) $this->configuration['works']);
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
