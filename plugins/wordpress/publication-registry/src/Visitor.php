<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

/** What a visitor has chosen in a list: by ordinary links and a form, without a script. */
final class Visitor
{
    private const NAMES = ['q' => 'pubreg_q', 'year' => 'pubreg_year', 'type' => 'pubreg_type'];
    private const PAGE = 'pubreg_page';
    private const MOST_PAGES = 10_000;

    /**
     * @param array<string, string|int> $filters what the visitor filters by
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
            $value = $_GET[$name] ?? '';
            return is_string($value) ? mb_substr(sanitize_text_field(wp_unslash($value)), 0, 100) : '';
        };
        $filters = $attributes['filters'] ? array_filter(array_map($asked, self::NAMES), 'strlen') : [];
        if (isset($filters['year'])) {
            $filters['year'] = (int) $filters['year'];
        }
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
            $html = '';
            foreach (['' => $all] + $options as $value => $text) {
                $chosen = selected((string) ($this->filters[$name] ?? ''), (string) $value, false);
                $html .= sprintf('<option value="%s"%s>%s</option>', esc_attr((string) $value), $chosen, esc_html($text));
            }
            return sprintf('<label>%s <select name="%s">%s</select></label> ', esc_html($label), self::NAMES[$name], $html);
        };
        $html = '<form class="pubreg-filters" method="get" action="' . esc_url($action) . '">';
        foreach ($hidden as $name => $value) {
            $html .= sprintf('<input type="hidden" name="%s" value="%s">', esc_attr($name), esc_attr($value));
        }
        $html .= sprintf(
            '<label>%s <input type="search" name="%s" value="%s"></label> ',
            esc_html__('Search', 'publication-registry'),
            self::NAMES['q'],
            esc_attr((string) ($this->filters['q'] ?? '')),
        );
        if ((int) $this->attributes['year'] === 0) {
            $years = Publications::choices('year', $this->attributes);
            $label = __('Year', 'publication-registry');
            $html .= $choice('year', $label, __('All years', 'publication-registry'), array_combine($years, $years));
        }
        if ($this->attributes['type'] === '') {
            $types = Publications::choices('type', $this->attributes);
            $texts = array_combine($types, array_map(Labels::type(...), $types));
            $label = __('Type', 'publication-registry');
            $html .= $choice('type', $label, __('All types', 'publication-registry'), $texts);
        }
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
            $query = $hidden + [self::PAGE => (string) $page];
            foreach ($this->filters as $name => $value) {
                $query[self::NAMES[$name]] = (string) $value;
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
