<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\InvalidFilter;
use PublicationRegistry\Item;
use PublicationRegistry\PublicationFilters;
use PublicationRegistry\PublicationHtml;

/** The HTML of blocks and shortcodes, from the copy alone: the registry is never asked while a page is rendered. */
final class Views
{
    private const CACHE = 'publication_registry_html_';
    /** The attributes of a list, with their defaults. Blocks and shortcodes have the same ones. */
    public const LIST = [
        'person' => '', 'project' => '', 'entity' => '', 'publication_type' => '', 'publication_year' => '',
        'publication_year_from' => '', 'publication_year_to' => '', 'open_access_status' => '', 'license' => '', 'orcid' => '',
        'open' => false, 'q' => '', 'group' => null, 'group_id' => '', 'subgroups' => '', 'works' => '', 'headings' => 'year',
        'per_page' => 20, 'authors' => 10, 'heading' => 3, 'filters' => false,
    ] + self::OLD;
    /** What pages of before still have, instead of the names of the API. */
    private const OLD = ['type' => '', 'year' => 0, 'from' => 0, 'to' => 0];
    private const OLD_NAMES = [
        'type' => 'publication_type', 'year' => 'publication_year', 'from' => 'publication_year_from',
        'to' => 'publication_year_to',
    ];
    /** What `group` said about headings before it named groups. */
    private const OLD_HEADINGS = ['year' => 'year', 'type' => 'type', 'none' => 'none', 'no' => 'none', '' => 'none'];
    /** Letters of attributes that may name many. */
    private const LENGTHS = ['person' => 8_192, 'group' => 8_192];
    /** Whether lists that do not say it have works: `yes` or `no`. */
    public const WORKS_OPTION = 'publication_registry_works';

    /**
     * A list, with a form to filter it if `filters` is set.
     *
     * @param array<string, mixed> $given attributes
     */
    public static function list(array $given): string
    {
        $attributes = self::attributes($given);
        Memberships::wanted(
            Memberships::owner('project', $attributes['project']),
            Memberships::owner('entity', $attributes['entity']),
        );
        try {
            PublicationFilters::parse($attributes);
            Publications::people($attributes['person']);
        } catch (InvalidFilter $failure) {
            return self::hint(self::whyInvalid($failure));
        }
        $visitor = Visitor::read($attributes);
        $build = static fn (): string => self::buildList($attributes, $visitor);
        // What visitors enter is not cached, so that nobody can fill the cache.
        $html = $visitor->isFirstView() ? self::cached(['list', $attributes, get_permalink()], $build) : $build();
        return str_contains($html, 'pubreg-item') ? $html : $html . self::whyEmpty($attributes);
    }

    /**
     * One or several people with their publications.
     *
     * @param array<string, mixed> $given attributes; `person` is required
     */
    public static function person(array $given): string
    {
        $attributes = self::attributes($given);
        try {
            $people = array_filter(array_map(Publications::person(...), Publications::people($attributes['person'])));
        } catch (InvalidFilter $failure) {
            return self::hint(self::whyInvalid($failure));
        }
        if ($people === []) {
            return self::hint(__('This person is not in the copy of the registry.', 'publication-registry'));
        }
        $html = '';
        foreach ($people as $person) {
            [$name, $language] = Item::localized($person['item']['name'] ?? null, determine_locale());
            $html .= sprintf(
                '<div class="pubreg-person"><h%1$d class="pubreg-name" dir="auto"%2$s>%3$s</h%1$d>'
                    . '<p class="pubreg-orcid"><a href="%4$s">ORCID %5$s</a></p></div>',
                max(2, $attributes['heading'] - 1),
                $language === null ? '' : ' lang="' . esc_attr($language) . '"',
                esc_html($name),
                esc_url("https://orcid.org/{$person['orcid']}"),
                esc_html($person['orcid']),
            );
        }
        return $html . self::list(['person' => implode(',', array_column($people, 'orcid'))] + $given);
    }

    /**
     * A publication; on the page for publications, the one that its address names, or else the list.
     *
     * @param array<string, mixed> $given attributes; `doi` names a certain one
     */
    public static function publication(array $given): string
    {
        $doi = is_string($given['doi'] ?? null) ? trim($given['doi']) : '';
        $doi = preg_replace('~^(https?://(dx\.)?doi\.org/|doi:)~i', '', $doi);
        if ($doi === '' && PublicationPage::person() !== '') {
            return self::person(['person' => PublicationPage::person()]);
        }
        $doi = $doi === '' ? PublicationPage::doi() : $doi;
        if ($doi === '') {
            return self::list(['filters' => true]);
        }
        $item = Publications::byDoi($doi);
        if ($item === null) {
            return self::hint(__('This publication is not in the copy of the registry.', 'publication-registry'));
        }
        // Not by what a visitor has typed: a DOI can be spelled in many ways.
        return self::cached(['publication', $item->doi()], static fn (): string => self::buildPublication($item));
    }

    /** Whether lists that do not say it have works without a DOI: on sites that had the plugin before, only if they choose so. */
    public static function hasWorks(): bool
    {
        return get_option(self::WORKS_OPTION) === 'yes';
    }

    /** Deletes what was rendered before. */
    public static function forget(): void
    {
        global $wpdb;
        foreach (['_transient_', '_transient_timeout_'] as $prefix) {
            $like = $wpdb->esc_like($prefix . 'publication_registry_') . '%';
            $wpdb->query($wpdb->prepare("DELETE FROM $wpdb->options WHERE option_name LIKE %s", $like));
        }
    }

    /** @param array<string, mixed> $attributes */
    private static function buildList(array $attributes, Visitor $visitor): string
    {
        try {
            [$items, $total] = Publications::find($attributes, $attributes['per_page'], $visitor->page, $visitor->filters);
        } catch (InvalidFilter $failure) {
            $told = '<p class="pubreg-count" role="status">' . esc_html(self::whyInvalid($failure)) . '</p>';
            return '<div class="pubreg">' . $visitor->form() . "$told</div>";
        }
        $html = self::html($attributes['authors']);
        $groupOf = match ($attributes['headings']) {
            'year' => $html->yearOf(...),
            'type' => static fn (Item $item): string => Labels::type($item->type() ?? ''),
            default => null,
        };
        if ($attributes['headings'] === 'type') {
            usort($items, static fn (Item $one, Item $other) => strcmp($groupOf($one), $groupOf($other)));
        }
        $count = sprintf(
            /* translators: %s: number of publications */
            _n('%s publication', '%s publications', $total, 'publication-registry'),
            number_format_i18n($total),
        );
        return '<div class="pubreg">'
            . ($attributes['filters'] ? $visitor->form() . '<p class="pubreg-count" role="status">' . esc_html($count) . '</p>' : '')
            . $html->list($items, $groupOf, $attributes['heading'])
            . $visitor->pages((int) ceil($total / $attributes['per_page']))
            . '</div>';
    }

    private static function buildPublication(Item $item): string
    {
        $html = self::html(60);
        [$title, $language] = $item->title(determine_locale());
        $rows = [
            __('Authors', 'publication-registry') => $html->authors($item),
            __('Published', 'publication-registry') => esc_html($item->date() ?? ''),
            __('In', 'publication-registry') => $html->source($item),
            __('Type', 'publication-registry') => esc_html(Labels::type($item->type() ?? '')),
            'DOI' => sprintf('<a href="%s">%s</a>', esc_url((string) $item->url()), esc_html($item->doi())),
            __('Cite as', 'publication-registry') => esc_html($item->cited('text') ?? ''),
        ];
        $list = '';
        foreach ($rows as $label => $value) {
            $list .= $value === '' ? '' : sprintf('<dt>%s</dt><dd dir="auto">%s</dd>', esc_html($label), $value);
        }
        return sprintf(
            '<article class="pubreg pubreg-publication"><h2 dir="auto"%s>%s%s</h2><dl>%s</dl></article>',
            $language === null ? '' : ' lang="' . esc_attr($language) . '"',
            esc_html($title === '' ? $item->doi() : $title),
            self::html(0, false)->marks($item),
            $list,
        );
    }

    private static function html(int $mostAuthors, bool $hasPages = true): PublicationHtml
    {
        $isLinked = $hasPages && PublicationPage::id() !== 0;
        return new PublicationHtml(
            Labels::ofPublications(),
            determine_locale(),
            $isLinked ? static fn (string $doi): string => (string) PublicationPage::urlOf($doi) : null,
            $isLinked ? PublicationPage::urlOfPerson(...) : null,
            $mostAuthors,
        );
    }

    /**
     * Attributes as people write them, within their limits.
     *
     * @param array<string, mixed> $given
     * @return array<string, string|int|bool> those of LIST without the old names; filters of the API are as given
     */
    private static function attributes(array $given): array
    {
        $attributes = [];
        foreach (self::LIST as $name => $default) {
            $value = is_scalar($given[$name] ?? null) ? $given[$name] : $default;
            $attributes[$name] = match (true) {
                is_bool($default) => wp_validate_boolean($value),
                is_int($default) => (int) $value,
                in_array($name, PublicationFilters::NAMES, true) => (string) $value,
                default => mb_substr(trim(sanitize_text_field((string) $value)), 0, self::LENGTHS[$name] ?? 200),
            };
        }
        foreach (self::OLD_NAMES as $old => $name) {
            if ($attributes[$name] === '' && $attributes[$old] !== self::OLD[$old]) {
                $attributes[$name] = (string) $attributes[$old];
            }
            unset($attributes[$old]);
        }
        $group = $given['group'] ?? null;
        if (is_string($group) && isset(self::OLD_HEADINGS[trim($group)])) {
            $isSaid = $attributes['headings'] !== self::LIST['headings'];
            $attributes['headings'] = $isSaid ? $attributes['headings'] : self::OLD_HEADINGS[trim($group)];
        } elseif ($attributes['group_id'] === '') {
            $attributes['group_id'] = strtr($attributes['group'], ',', '|');
        }
        unset($attributes['group']);
        $attributes['subgroups'] = self::flag($attributes['subgroups']);
        $attributes['works'] = match (self::flag($attributes['works'])) {
            'true' => true,
            'false' => false,
            default => self::hasWorks(),
        };
        $attributes['per_page'] = max(1, min(100, $attributes['per_page']));
        $attributes['authors'] = max(1, min(60, $attributes['authors']));
        $attributes['heading'] = max(2, min(6, $attributes['heading']));
        return $attributes;
    }

    /** A yes or no as people write it, as the API has it; any other text as it is. */
    private static function flag(string $text): string
    {
        return match (strtolower(trim($text))) {
            'yes', 'true', 'on', '1' => 'true',
            'no', 'false', 'off', '0' => 'false',
            default => trim($text),
        };
    }

    /**
     * @param list<mixed> $key
     * @param callable(): string $build
     */
    private static function cached(array $key, callable $build): string
    {
        $state = [Publications::revision(), determine_locale(), PublicationPage::id(), $key];
        $name = self::CACHE . md5((string) wp_json_encode($state));
        $html = get_transient($name);
        if (!is_string($html)) {
            $html = $build();
            set_transient($name, $html, 12 * HOUR_IN_SECONDS);
        }
        return $html;
    }

    /**
     * Why a list is empty, for those who can change it.
     *
     * @param array<string, mixed> $attributes
     */
    private static function whyEmpty(array $attributes): string
    {
        $unknown = DatabaseCopy::has('groups') ? Publications::unknownGroups($attributes) : [];
        return self::hint(match (true) {
            Publications::count() === 0 => __('The copy of the registry is empty. An administrator connects the site in "Settings", "Publication Registry".', 'publication-registry'),
            $attributes['group_id'] !== '' && !DatabaseCopy::has('groups') => __('The copy of the registry has no groups. An administrator reads why in "Settings", "Publication Registry".', 'publication-registry'),
            /* translators: %s: the ids of groups */
            $unknown !== [] => sprintf(__('The copy of the registry has no group %s: it is hidden there, or has another id.', 'publication-registry'), implode(', ', $unknown)),
            default => __('No publication of the registry is in this list.', 'publication-registry'),
        });
    }

    private static function whyInvalid(InvalidFilter $failure): string
    {
        /* translators: %s: the name of a filter and what is wrong with it, in English */
        return sprintf(__('Nothing is listed, because a filter is not valid: %s.', 'publication-registry'), $failure->getMessage());
    }

    /** A sentence for those who can change the page; nothing for visitors. */
    private static function hint(string $text): string
    {
        return current_user_can('edit_posts') ? '<p class="pubreg-hint">' . esc_html($text) . '</p>' : '';
    }
}
