<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\PublicationFilters;

/** What a visitor has chosen in a list: by ordinary links and a form, without a script. */
final class Visitor
{
    /** A filter is in the address by its name in the API, after this. */
    private const PREFIX = 'pubreg_';
    private const NAMES = ['q', ...PublicationFilters::NAMES];
    /** In addresses of before. */
    private const OLD_NAMES = ['publication_year' => 'year', 'publication_type' => 'type'];
    private const PAGE = 'page';
    private const MOST_LETTERS = 8_192;
    private const MOST_PAGES = 10_000;

    /**
     * @param array<string, string> $filters what the visitor filters by
     * @param array<string, mixed> $attributes of the list
     */
    private function __construct(
        public readonly array $filters,
        public readonly int $page,
        private readonly array $attributes,
    ) {
    }

    /** @param array<string, mixed> $attributes of the list */
    public static function read(array $attributes): self
    {
        $asked = static function (string $name): string {
            // Reading changes nothing, so there is no nonce.
            $value = $_GET[self::PREFIX . $name] ?? '';
            return is_string($value) ? mb_substr(wp_unslash($value), 0, self::MOST_LETTERS) : '';
        };
        $filters = [];
        foreach ($attributes['filters'] ? self::NAMES : [] as $name) {
            $value = $asked($name);
            $value = $value === '' && isset(self::OLD_NAMES[$name]) ? $asked(self::OLD_NAMES[$name]) : $value;
            $filters[$name] = $name === 'q' ? mb_substr(sanitize_text_field($value), 0, 100) : $value;
        }
        $filters = array_filter($filters, 'strlen');
        return new self($filters, max(1, min(self::MOST_PAGES, (int) $asked(self::PAGE))), $attributes);
    }

    public function isFirstView(): bool
    {
        return $this->filters === [] && $this->page === 1;
    }

    public function form(): string
    {
        [$action, $hidden] = $this->target();
        $choice = function (string $name, string $label, string $all, array $options): string {
            $chosen = $this->filters[$name] ?? '';
            // Several are chosen by an address.
            $options += $chosen === '' ? [] : [$chosen => $chosen];
            $html = '';
            foreach (['' => $all] + $options as $value => $text) {
                $isChosen = selected($chosen, (string) $value, false);
                $html .= sprintf('<option value="%s"%s>%s</option>', esc_attr((string) $value), $isChosen, esc_html($text));
            }
            return sprintf('<label>%s <select name="%s">%s</select></label> ', esc_html($label), self::PREFIX . $name, $html);
        };
        $choices = '';
        $groups = Publications::groupChoices($this->attributes);
        if (count($groups) > 1) {
            $choices .= $choice('group_id', __('Group', 'publication-registry'), __('All groups', 'publication-registry'), $groups);
        }
        $years = Publications::choices('year', $this->attributes);
        if (count($years) > 1) {
            $label = __('Year', 'publication-registry');
            $options = array_combine($years, $years);
            $choices .= $choice('publication_year', $label, __('All years', 'publication-registry'), $options);
        }
        $types = Publications::choices('type', $this->attributes);
        if (count($types) > 1) {
            $label = __('Type', 'publication-registry');
            $options = array_combine($types, array_map(Labels::type(...), $types));
            $choices .= $choice('publication_type', $label, __('All types', 'publication-registry'), $options);
        }
        foreach ($this->filters as $name => $value) {
            if ($name !== 'q' && !str_contains($choices, 'name="' . self::PREFIX . "$name\"")) {
                $hidden[self::PREFIX . $name] = $value;
            }
        }
        $html = '<form class="pubreg-filters" method="get" action="' . esc_url($action) . '">';
        foreach ($hidden as $name => $value) {
            $html .= sprintf('<input type="hidden" name="%s" value="%s">', esc_attr($name), esc_attr($value));
        }
        $html .= sprintf(
            '<label>%s <input type="search" name="%s" value="%s"></label> ',
            esc_html__('Search', 'publication-registry'),
            self::PREFIX . 'q',
            esc_attr($this->filters['q'] ?? ''),
        );
        $html .= $choices;
        return $html . '<button type="submit">' . esc_html__('Show', 'publication-registry') . '</button></form>';
    }

    /** Links to the pages before and after this one. */
    public function pages(int $last): string
    {
        if ($last < 2) {
            return '';
        }
        $link = function (int $page, string $text, string $rel): string {
            [$action, $hidden] = $this->target();
            $query = $hidden + [self::PREFIX . self::PAGE => (string) $page];
            foreach ($this->filters as $name => $value) {
                $query[self::PREFIX . $name] = $value;
            }
            $url = add_query_arg(array_map('rawurlencode', $query), $action);
            return sprintf('<a rel="%s" href="%s">%s</a>', esc_attr($rel), esc_url($url), esc_html($text));
        };
        /* translators: 1: number of the page, 2: number of pages */
        $position = sprintf(__('Page %1$d of %2$d', 'publication-registry'), $this->page, $last);
        return sprintf(
            '<nav class="pubreg-pages" aria-label="%s">%s <span>%s</span> %s</nav>',
            esc_attr__('Pages of publications', 'publication-registry'),
            $this->page > 1 ? $link(min($this->page - 1, $last), __('Previous', 'publication-registry'), 'prev') : '',
            esc_html($position),
            $this->page < $last ? $link($this->page + 1, __('Next', 'publication-registry'), 'next') : '',
        );
    }

    /**
     * The address of the page that shows the list, and its parameters, which a form would drop.
     *
     * @return array{string, array<string, string>}
     */
    private function target(): array
    {
        $url = (string) (get_permalink(get_queried_object_id()) ?: get_permalink() ?: home_url('/'));
        parse_str((string) wp_parse_url($url, PHP_URL_QUERY), $query);
        $hidden = array_map('strval', array_filter($query, 'is_scalar'));
        if (PublicationPage::person() !== '') {
            $hidden += PublicationPage::personQuery();
        }
        return [strtok($url, '?') ?: $url, $hidden];
    }
}
