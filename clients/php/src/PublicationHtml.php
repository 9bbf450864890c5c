<?php

declare(strict_types=1);

namespace PublicationRegistry;

use Closure;

/** HTML of publications and works, with everything from the registry escaped. Works without scripts and styles. */
final class PublicationHtml
{
    /**
     * @param array{openAccess: string, retracted: string, noYear: string, moreAuthors: string} $labels texts in the
     *     language of the page; `moreAuthors` has `%s` for the number of all authors
     * @param Closure(string): string|null $pageOf the address of the site's page of a DOI; null to link to the DOI
     * @param Closure(string): ?string|null $personPageOf the address of the page of a person by slug
     * @param int $mostAuthors people of the registry are named, wherever they come
     */
    public function __construct(
        private readonly array $labels,
        private readonly string $locale = 'en',
        private readonly ?Closure $pageOf = null,
        private readonly ?Closure $personPageOf = null,
        private readonly int $mostAuthors = 10,
    ) {
    }

    /**
     * A list, under headings if it is grouped. Items come in the order in which they are to be shown.
     *
     * @param iterable<Item> $items
     * @param Closure(Item): string|null $groupOf the heading of an item
     */
    public function list(iterable $items, ?Closure $groupOf = null, int $headingLevel = 3): string
    {
        $groups = [];
        foreach ($items as $item) {
            $groups[$groupOf ? $groupOf($item) : ''][] = '<li class="pubreg-item">' . $this->item($item) . '</li>';
        }
        $html = '';
        $level = max(2, min(6, $headingLevel));
        foreach ($groups as $heading => $entries) {
            $text = self::escape((string) $heading);
            $html .= $text === '' ? '' : "<h$level class=\"pubreg-group\">$text</h$level>";
            $html .= '<ul class="pubreg-list">' . implode('', $entries) . '</ul>';
        }
        return $html;
    }

    /** The heading of an item in a list by years. */
    public function yearOf(Item $item): string
    {
        return $item->year() === null ? $this->labels['noYear'] : (string) $item->year();
    }

    /** One publication in a line: authors, year, title, where it was published, and marks. */
    public function item(Item $item): string
    {
        $year = $item->year() === null ? '' : " <span class=\"pubreg-year\">({$item->year()})</span>";
        [$authors, $source] = [$this->authors($item), $this->source($item)];
        return ($authors === '' ? '' : "<span class=\"pubreg-authors\">$authors</span>")
            . "$year " . $this->titleLink($item) . ($source === '' ? '' : " $source") . $this->marks($item);
    }

    /** The authors, with people of the registry in bold type. */
    public function authors(Item $item): string
    {
        $names = [];
        $authors = $item->authors();
        $last = -1;
        foreach ($authors as $index => $author) {
            if ($index >= $this->mostAuthors && !$author['isMember']) {
                continue;
            }
            if ($author['position'] > $last + 1) {
                $names[] = '…';
            }
            $last = $author['position'];
            $name = '<bdi>' . self::escape($author['name']) . '</bdi>';
            $page = $author['slug'] !== null && $this->personPageOf ? ($this->personPageOf)($author['slug']) : null;
            $linked = $page === null ? $name : '<a href="' . self::escape($page) . "\">$name</a>";
            $names[] = $author['isMember'] ? "<strong class=\"pubreg-member\">$linked</strong>" : $linked;
        }
        $more = $item->authorCount() > $last + 1
            ? ' … ' . self::escape(sprintf($this->labels['moreAuthors'], (string) $item->authorCount()))
            : '';
        return implode(', ', $names) . $more;
    }

    /** The title with its language, as a link to its page or to the DOI. */
    public function titleLink(Item $item): string
    {
        [$title, $language] = $item->title($this->locale);
        $text = self::escape($title === '' ? $item->doi() : $title);
        $url = $this->pageOf && $item->doi() !== '' ? ($this->pageOf)($item->doi()) : $item->url();
        $lang = $language === null ? '' : ' lang="' . self::escape($language) . '"';
        return $url === null
            ? "<cite class=\"pubreg-title\" dir=\"auto\"$lang>$text</cite>"
            : '<a class="pubreg-title" dir="auto"' . $lang . ' href="' . self::escape($url) . "\">$text</a>";
    }

    /** Journal or book, volume, issue and pages. */
    public function source(Item $item): string
    {
        $container = self::escape($item->cited('container_title') ?? '');
        $volume = self::escape($item->cited('volume') ?? '');
        $issue = self::escape($item->cited('issue') ?? '');
        $pages = self::escape($item->cited('pages') ?? $item->cited('article_number') ?? '');
        $number = $volume . ($issue === '' ? '' : "($issue)");
        $parts = array_filter([
            $container === '' ? '' : "<i class=\"pubreg-container\" dir=\"auto\">$container</i>",
            $number,
            $pages,
            $container === '' ? self::escape($item->cited('publisher') ?? '') : '',
        ], static fn (string $part) => $part !== '');
        return implode(', ', $parts);
    }

    /** Whether it is free to read or retracted, and its DOI where the title links to another page. */
    public function marks(Item $item): string
    {
        $html = '';
        if ($item->isRetracted()) {
            $html .= ' <strong class="pubreg-retracted">' . self::escape($this->labels['retracted']) . '</strong>';
        }
        if ($item->isOpenAccess()) {
            $label = self::escape($this->labels['openAccess']);
            $copy = $item->url(true);
            $html .= $copy === null
                ? " <span class=\"pubreg-oa\">$label</span>"
                : ' <a class="pubreg-oa" href="' . self::escape($copy) . "\">$label</a>";
        }
        $url = $item->url();
        if ($this->pageOf && $url !== null && $item->doi() !== '') {
            $html .= ' <a class="pubreg-doi" href="' . self::escape($url) . '">' . self::escape($item->doi()) . '</a>';
        }
        return $html;
    }

    /** Escapes a text for HTML, in elements and in quoted attributes. */
    public static function escape(string $text): string
    {
        return htmlspecialchars($text, ENT_QUOTES | ENT_SUBSTITUTE | ENT_HTML5, 'UTF-8');
    }
}
