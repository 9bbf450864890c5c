<?php

declare(strict_types=1);

namespace PublicationRegistry;

/**
 * What pages need of a publication, or of a work without a DOI, as the API returns it with its citation. Texts are plain:
 * escape them.
 */
final class Item
{
    /** Types of ORCID's works that publications have by another name. */
    public const TYPES_OF_WORKS = [
        'conference-paper' => 'proceedings-article',
        'conference-abstract' => 'proceedings-article',
        'conference-poster' => 'poster',
        'conference-presentation' => 'presentation',
        'working-paper' => 'report',
        'preprint' => 'posted-content',
        'data-set' => 'dataset',
        'dissertation-thesis' => 'dissertation',
        'encyclopedia-entry' => 'reference-entry',
        'dictionary-entry' => 'reference-entry',
        'book-review' => 'journal-article',
        'magazine-article' => 'journal-article',
        'review' => 'peer-review',
    ];

    /** @param array<string, mixed> $item */
    public function __construct(private readonly array $item)
    {
    }

    /** Empty for a work without one. */
    public function doi(): string
    {
        return $this->text('doi') ?? '';
    }

    /** The address of the DOI or of a work without one, or of a free copy, if it is one for links. */
    public function url(bool $isFreeCopy = false): ?string
    {
        $url = $isFreeCopy
            ? ($this->citation()['open_access']['url'] ?? null)
            : ($this->item['doi_url'] ?? $this->item['href'] ?? null);
        return is_string($url) && preg_match('~^https?://[^\s"<>]+$~i', $url) ? $url : null;
    }

    /**
     * The title in a language or, if there is none, in English or in any other.
     *
     * @return array{string, string|null} the text, and its language if that is known
     */
    public function title(string $locale = 'en'): array
    {
        return self::localized($this->item['title'] ?? null, $locale);
    }

    /**
     * @return array{string, string|null}
     */
    public static function localized(mixed $value, string $locale): array
    {
        if (is_string($value)) {
            return [$value, null];
        }
        $texts = array_filter(is_array($value) ? $value : [], 'is_string');
        $tag = strtolower(strtr($locale, '_', '-'));
        foreach ([$tag, strtok($tag, '-') ?: 'en', 'en'] as $wanted) {
            foreach ($texts as $language => $text) {
                $has = strtolower((string) $language);
                if ($has === $wanted || strtok($has, '-') === $wanted) {
                    return [$text, (string) $language];
                }
            }
        }
        $language = array_key_first($texts);
        return $language === null ? ['', null] : [$texts[$language], (string) $language];
    }

    public function year(): ?int
    {
        $year = $this->item['publication_year'] ?? null;
        return is_int($year) ? $year : null;
    }

    /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD` */
    public function date(): ?string
    {
        return $this->text('publication_date') ?? ($this->year() === null ? null : (string) $this->year());
    }

    /** In the vocabulary of publications, also that of a work, as far as it has a word for it. */
    public function type(): ?string
    {
        $type = $this->text('work_type');
        return $type === null ? $this->text('publication_type') : (self::TYPES_OF_WORKS[$type] ?? $type);
    }

    public function isRetracted(): bool
    {
        return ($this->item['is_retracted'] ?? false) === true || isset($this->citation()['retraction']);
    }

    public function isOpenAccess(): bool
    {
        return !in_array($this->openAccessStatus(), [null, 'closed'], true);
    }

    /** `gold`, `hybrid`, `bronze`, `green`, `diamond` or `closed` */
    public function openAccessStatus(): ?string
    {
        $status = $this->citation()['open_access']['status'] ?? null;
        return is_string($status) ? $status : null;
    }

    /**
     * What the filter `license` finds it by: `cc-by-4.0`, and for a version of a Creative Commons licence `cc-by`.
     *
     * @return list<string>
     */
    public function licenses(): array
    {
        $license = $this->text('license');
        if ($license === null) {
            return [];
        }
        $isVersion = preg_match('/^(cc-by(?:-nc)?(?:-nd|-sa)?|cc0)-[0-9]/', $license, $found) === 1;
        return $isVersion ? [$license, $found[1]] : [$license];
    }

    /**
     * What the filter `orcid` finds it by. A registry that does not say it names some of them as authors.
     *
     * @return list<string>
     */
    public function researchers(): array
    {
        $orcids = $this->item['researcher_orcids'] ?? null;
        if (!is_array($orcids)) {
            $members = array_filter($this->authors(), static fn (array $author) => $author['isMember']);
            $orcids = array_column($members, 'orcid');
        }
        return array_values(array_unique(array_filter($orcids, 'is_string')));
    }

    /**
     * The public groups that it belongs to, those above included, as far as the copy asks for groups.
     *
     * @return array<string, bool> by id: whether it belongs to the group itself, and not only to a part of it
     */
    public function groups(): array
    {
        $groups = [];
        foreach (is_array($this->item['groups'] ?? null) ? $this->item['groups'] : [] as $group) {
            if (is_array($group) && is_string($group['id'] ?? null)) {
                $groups[$group['id']] = ($group['is_direct'] ?? false) === true;
            }
        }
        return $groups;
    }

    /** A text of the citation, such as `container_title`, `volume`, `issue`, `pages`, `publisher` or `text`. */
    public function cited(string $name): ?string
    {
        $value = $this->citation()[$name] ?? null;
        return is_string($value) && $value !== '' ? $value : null;
    }

    /**
     * The first authors, and further people of the registry.
     *
     * @return list<array{name: string, orcid: string|null, slug: string|null, isMember: bool, position: int}>
     */
    public function authors(): array
    {
        $authors = [];
        foreach (is_array($this->citation()['authors'] ?? null) ? $this->citation()['authors'] : [] as $index => $author) {
            if (is_array($author) && is_string($author['name'] ?? null)) {
                $orcid = $author['orcid'] ?? null;
                $authors[] = [
                    'name' => $author['name'],
                    'orcid' => is_string($orcid) && preg_match('/^(\d{4}-){3}\d{3}[\dX]$/', $orcid) ? $orcid : null,
                    'slug' => is_string($author['person_slug'] ?? null) ? $author['person_slug'] : null,
                    'isMember' => ($author['is_member'] ?? false) === true,
                    'position' => is_int($author['position'] ?? null) ? $author['position'] : (int) $index,
                ];
            }
        }
        return $authors;
    }

    public function authorCount(): int
    {
        $count = $this->citation()['author_count'] ?? null;
        return is_int($count) ? $count : count($this->authors());
    }

    /**
     * Highwire Press tags, which Google Scholar and Zotero read, for the page of the publication.
     *
     * @return list<array{string, string}> names and contents of meta elements
     */
    public function citationTags(string $locale = 'en'): array
    {
        [$pages, $type] = [$this->cited('pages') ?? '', $this->type() ?? ''];
        $range = preg_match('/^\s*([\w.]+)\s*[-\x{2010}-\x{2015}]\s*([\w.]+)\s*$/u', $pages, $found) ? $found : [];
        $isOfJournal = !preg_match('/book|chapter|proceedings|conference|thesis|dissertation|report|dataset/', $type);
        $container = $isOfJournal ? 'citation_journal_title' : 'citation_inbook_title';
        $tags = [['citation_title', $this->title($locale)[0]]];
        foreach ($this->authors() as $author) {
            $tags[] = ['citation_author', $author['name']];
            if ($author['orcid'] !== null) {
                $tags[] = ['citation_author_orcid', "https://orcid.org/{$author['orcid']}"];
            }
        }
        array_push(
            $tags,
            ['citation_publication_date', strtr($this->date() ?? '', '-', '/')],
            [$container, $this->cited('container_title') ?? ''],
            ['citation_volume', $this->cited('volume') ?? ''],
            ['citation_issue', $this->cited('issue') ?? ''],
            ['citation_firstpage', $range[1] ?? $pages],
            ['citation_lastpage', $range[2] ?? ''],
            ['citation_publisher', $this->cited('publisher') ?? ''],
            ['citation_doi', $this->doi()],
        );
        return array_values(array_filter($tags, static fn (array $tag) => $tag[1] !== ''));
    }

    private function text(string $name): ?string
    {
        $value = $this->item[$name] ?? null;
        return is_string($value) && $value !== '' ? $value : null;
    }

    /** @return array<string, mixed> */
    private function citation(): array
    {
        return is_array($this->item['citation'] ?? null) ? $this->item['citation'] : [];
    }
}
