<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

/** The three blocks and the shortcodes with the same attributes. */
final class Blocks
{
    public static function register(string $file): void
    {
        $version = (string) filemtime($file);
        wp_register_style('publication-registry', plugins_url('assets/style.css', $file), [], $version);
        wp_register_script(
            'publication-registry-editor',
            plugins_url('assets/editor.js', $file),
            ['wp-blocks', 'wp-element', 'wp-block-editor', 'wp-components', 'wp-server-side-render'],
            $version,
            true,
        );
        $labels = wp_json_encode(self::editorLabels(), JSON_HEX_TAG | JSON_HEX_AMP);
        wp_add_inline_script('publication-registry-editor', "window.publicationRegistryLabels = $labels;", 'before');
        // The choices are read from the copy only where there is an editor.
        add_action('enqueue_block_editor_assets', static function (): void {
            $choices = wp_json_encode(self::editorChoices(), JSON_HEX_TAG | JSON_HEX_AMP);
            wp_add_inline_script('publication-registry-editor', "window.publicationRegistryChoices = $choices;", 'before');
        });
        foreach (self::blocks() as $name => [$title, $attributes, $render]) {
            register_block_type("publication-registry/$name", [
                // WordPress before 6.3 takes it for 2, which is the same to these blocks.
                'api_version' => 3,
                'title' => $title,
                'category' => 'widgets',
                'icon' => 'book-alt',
                'attributes' => self::types($attributes),
                'supports' => ['html' => false],
                'editor_script' => 'publication-registry-editor',
                'style' => 'publication-registry',
                'render_callback' => $render,
            ]);
            $shortcode = 'publication_registry_' . $name;
            add_shortcode($shortcode, static function ($given) use ($attributes, $render, $shortcode): string {
                wp_enqueue_style('publication-registry');
                return $render(shortcode_atts($attributes, is_array($given) ? $given : [], $shortcode));
            });
        }
    }

    /** @return array<string, array{string, array<string, string|int|bool|null>, callable}> */
    private static function blocks(): array
    {
        return [
            'list' => [__('List of publications', 'publication-registry'), Views::LIST, Views::list(...)],
            'person' => [__('Person with publications', 'publication-registry'), Views::LIST, Views::person(...)],
            'publication' => [__('Publication', 'publication-registry'), ['doi' => ''], Views::publication(...)],
        ];
    }

    /**
     * @param array<string, string|int|bool|null> $attributes
     * @return array<string, array{type: string, default?: string|int|bool}>
     */
    private static function types(array $attributes): array
    {
        return array_map(static fn ($default) => array_filter([
            'type' => match (true) {
                is_bool($default) => 'boolean',
                is_int($default) => 'number',
                default => 'string',
            },
            'default' => $default,
        ], static fn ($value) => $value !== null), $attributes);
    }

    /** @return array<string, list<array{value: string, label: string}>> the choices of attributes that have some */
    private static function editorChoices(): array
    {
        $groups = Publications::groupChoices();
        $usual = Views::hasWorks()
            ? __('As on this site: yes', 'publication-registry')
            : __('As on this site: no', 'publication-registry');
        $choices = [
            'group' => ['' => __('All groups', 'publication-registry')] + $groups,
            'subgroups' => ['' => __('Yes', 'publication-registry'), 'no' => __('No', 'publication-registry')],
            'works' => ['' => $usual, 'yes' => __('Yes', 'publication-registry'), 'no' => __('No', 'publication-registry')],
        ];
        return array_map(static fn (array $texts) => array_map(
            static fn ($value, string $label) => ['value' => (string) $value, 'label' => $label],
            array_keys($texts),
            $texts,
        ), array_filter($choices, static fn (string $name) => $name !== 'group' || $groups !== [], ARRAY_FILTER_USE_KEY));
    }

    /** @return array<string, string> */
    private static function editorLabels(): array
    {
        return [
            'settings' => __('Which publications', 'publication-registry'),
            'person' => __('People (ORCID iDs or slugs), separated by commas', 'publication-registry'),
            'group' => __('Group, such as a department', 'publication-registry'),
            'subgroups' => __('With sub-groups', 'publication-registry'),
            'works' => __('With works that have no DOI', 'publication-registry'),
            'project' => __('Project (id)', 'publication-registry'),
            'entity' => __('Entity (id)', 'publication-registry'),
            'publication_type' => __('Types, such as journal-article|book-chapter', 'publication-registry'),
            'publication_year' => __('Years, such as 2024|2026', 'publication-registry'),
            'publication_year_from' => __('From year', 'publication-registry'),
            'publication_year_to' => __('To year', 'publication-registry'),
            'open_access_status' => __('Open-access status, such as gold|green', 'publication-registry'),
            'license' => __('Licences, such as cc-by|cc0', 'publication-registry'),
            'orcid' => __('ORCID iDs, separated by |', 'publication-registry'),
            'open' => __('Open access only', 'publication-registry'),
            'q' => __('Search', 'publication-registry'),
            'headings' => __('Headings: year, type or none', 'publication-registry'),
            'per_page' => __('Publications per page', 'publication-registry'),
            'authors' => __('Authors to name', 'publication-registry'),
            'heading' => __('Level of headings', 'publication-registry'),
            'filters' => __('Let visitors search and filter', 'publication-registry'),
            'doi' => 'DOI',
        ];
    }
}
