<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\GroupTree;
use PublicationRegistry\InvalidFilter;
use PublicationRegistry\Item;
use PublicationRegistry\PublicationFilters;

/** Reads the copy: publications and, in lists that want them, works without a DOI. */
final class Publications
{
    /** The conditions of a list, beside the filters of the API by their names. */
    private const NONE = ['person' => '', 'project' => '', 'entity' => '', 'open' => false, 'q' => '', 'works' => false];
    private const MOST_PEOPLE = 100;
    /** The condition of a list without filters. */
    private const ALL = '1 = 1';

    /**
     * A page of the publications that match, the newest first.
     *
     * @param array<string, string|int|bool> $filters person (ORCID iDs or slugs, separated by commas), project and entity
     *     (ids), open, q, works (whether works without a DOI are listed, too), and those of the API
     * @param array<string, string|int|bool> $chosen further ones, by which visitors search the list
     * @return array{list<Item>, int} the items, and how many there are in all
     * @throws InvalidFilter
     */
    public static function find(array $filters, int $perPage, int $page = 1, array $chosen = []): array
    {
        global $wpdb;
        $from = self::from($filters, $chosen);
        $total = (int) $wpdb->get_var("SELECT COUNT(*) $from");
        $part = 'LIMIT ' . $perPage . ' OFFSET ' . ($page - 1) * $perPage;
        // Rows are wide: only those of the page are read.
        $keys = "SELECT p.generation, p.id, p.published $from ORDER BY p.published DESC, p.id $part";
        $wide = Tables::name('publications') . ' w ON w.generation = s.generation AND w.id = s.id';
        $rows = $wpdb->get_col("SELECT w.item FROM ($keys) s JOIN $wide ORDER BY s.published DESC, s.id");
        return [array_map(self::item(...), $rows), $total];
    }

    public static function byDoi(string $doi): ?Item
    {
        global $wpdb;
        $table = Tables::name('publications');
        $sql = "SELECT item FROM $table WHERE generation = %d AND id = %s AND list = 'publications'";
        $row = $wpdb->get_var($wpdb->prepare($sql, self::generation('publications'), DatabaseCopy::key($doi)));
        return $row === null ? null : self::item($row);
    }

    /**
     * The values of a column in a list, for a choice.
     *
     * @param array<string, string|int|bool> $filters as of `find`
     * @return list<string>
     */
    public static function choices(string $column, array $filters = []): array
    {
        global $wpdb;
        [$name, $order] = $column === 'year' ? ['year', 'DESC'] : ['type', 'ASC'];
        $has = "$name IS NOT NULL AND $name <> ''";
        return $wpdb->get_col("SELECT DISTINCT $name " . self::from($filters) . " AND $has ORDER BY $name $order LIMIT 200");
    }

    /**
     * The public groups, those of a list or all, for a choice.
     *
     * @param array<string, string|int|bool>|null $filters as of `find`; null for all groups
     * @return array<string, string> names in the order of the tree, by id
     */
    public static function groupChoices(?array $filters = null): array
    {
        global $wpdb;
        if (!DatabaseCopy::has('groups')) {
            return [];
        }
        $groups = $wpdb->get_col('SELECT k.item FROM ' . Tables::name('groups') . ' k WHERE ' . self::isKnown());
        $tree = new GroupTree(array_map(static fn ($json) => json_decode($json, true) ?: [], $groups), determine_locale());
        if ($filters === null) {
            return $tree->choices();
        }
        $lists = self::lists($filters);
        $wanted = 'SELECT DISTINCT g.group_id FROM ' . Tables::name('group_items') . ' g WHERE ' . self::isShown('g', $lists);
        if (self::conditions($filters, $lists) !== self::ALL) {
            $wanted .= ' AND g.id IN (SELECT p.id ' . self::from($filters) . ')';
        }
        return $tree->choices($wpdb->get_col($wanted));
    }

    /**
     * The groups of a list that the copy does not have: hidden ones, and ids that no group has.
     *
     * @param array<string, string|int|bool> $filters as of `find`
     * @return list<string>
     * @throws InvalidFilter
     */
    public static function unknownGroups(array $filters): array
    {
        global $wpdb;
        $asked = PublicationFilters::parse($filters)->groups ?? [];
        $isAsked = self::isKnown() . ' AND ' . self::isId('k.id', $asked);
        $known = $wpdb->get_col('SELECT k.id FROM ' . Tables::name('groups') . " k WHERE $isAsked");
        return array_values(array_diff($asked, $known, [PublicationFilters::NO_GROUP]));
    }

    /**
     * People that an attribute names.
     *
     * @return list<string> ORCID iDs or slugs
     * @throws InvalidFilter
     */
    public static function people(string $names): array
    {
        $written = array_map('trim', preg_split('/[,|]/', $names) ?: []);
        $ids = preg_replace('~^https?://orcid\.org/~i', '', array_filter($written, 'strlen'));
        return count($ids) > self::MOST_PEOPLE
            ? throw new InvalidFilter('person', 'must have at most ' . self::MOST_PEOPLE . ' values')
            : array_values(array_unique($ids));
    }

    /**
     * A person by iD or slug.
     *
     * @return array{orcid: string, item: array<string, mixed>}|null
     */
    public static function person(string $idOrSlug): ?array
    {
        global $wpdb;
        $column = self::isOrcid($idOrSlug) ? 'orcid' : 'slug';
        $sql = 'SELECT orcid, item FROM ' . Tables::name('people') . " WHERE generation = %d AND $column = %s";
        $row = $wpdb->get_row($wpdb->prepare($sql, self::generation('people'), $idOrSlug), ARRAY_A);
        return $row ? ['orcid' => $row['orcid'], 'item' => json_decode($row['item'], true) ?: []] : null;
    }

    /** Changes whenever the copy does. */
    public static function revision(): string
    {
        $states = array_filter(array_map(DatabaseCopy::state(...), ['publications', 'works', 'people', 'groups']));
        $lists = array_map(static fn (array $row) => "{$row['shown']}-{$row['revision']}", $states);
        return implode('.', [...$lists, Memberships::revision()]);
    }

    /** How many entries of a list of the copy are shown. */
    public static function count(string $list = 'publications'): int
    {
        global $wpdb;
        $isOfOutputs = in_array($list, ['publications', 'works'], true);
        $isShown = $isOfOutputs ? self::isShown('k', [$list]) : $wpdb->prepare('k.generation = %d', self::generation($list));
        $table = Tables::name($isOfOutputs ? 'publications' : $list);
        return (int) $wpdb->get_var("SELECT COUNT(*) FROM $table k WHERE $isShown");
    }

    public static function isOrcid(string $text): bool
    {
        return preg_match('/^(\d{4}-){3}\d{3}[\dX]$/', $text) === 1;
    }

    /**
     * @param array<string, string|int|bool> $filters
     * @param array<string, string|int|bool> $chosen
     */
    private static function from(array $filters, array $chosen = []): string
    {
        $lists = self::lists($filters);
        $isShown = self::isShown('p', $lists);
        $conditions = array_map(static fn (array $given) => self::conditions($given, $lists), array_filter([$filters, $chosen]));
        return 'FROM ' . Tables::name('publications') . ' p WHERE ' . implode(' AND ', [$isShown, ...$conditions]);
    }

    /**
     * The lists whose entries are asked for.
     *
     * @param array<string, string|int|bool> $filters
     * @return list<string>
     */
    private static function lists(array $filters): array
    {
        return empty($filters['works']) ? ['publications'] : ['publications', 'works'];
    }

    /**
     * The conditions of filters, with their values in them.
     *
     * @param array<string, string|int|bool> $filters
     * @param list<string> $lists
     */
    private static function conditions(array $filters, array $lists): string
    {
        global $wpdb;
        $asked = PublicationFilters::parse($filters);
        $filters += self::NONE;
        $where = [self::ALL];
        if ($filters['person'] !== '') {
            $orcid = static fn (string $id): string => self::isOrcid($id) ? $id : (self::person($id)['orcid'] ?? '');
            $where[] = self::ofPeople(array_map($orcid, self::people((string) $filters['person'])), $lists);
        }
        foreach (['project', 'entity'] as $kind) {
            $owner = Memberships::owner($kind, (string) $filters[$kind]);
            if ($owner !== '') {
                $owned = 'p.id IN (SELECT o.id FROM ' . Tables::name('owners') . ' o WHERE o.owner = %s)';
                $where[] = $wpdb->prepare($owned, $owner);
            }
        }
        if ($asked->orcids !== null) {
            $where[] = self::ofPeople($asked->orcids, $lists);
        }
        if ($asked->groups !== null) {
            $where[] = self::ofGroups($asked->groups, $asked->subgroups, $lists);
        }
        $wanted = ['type' => $asked->types, 'year' => $asked->years, 'open_access_status' => $asked->openAccessStatuses];
        foreach ($wanted as $column => $values) {
            if ($values !== null) {
                $where[] = self::isOneOf("p.$column", $values);
            }
        }
        if ($asked->licenses !== null) {
            $isOne = [self::isOneOf('p.license', $asked->licenses), self::isOneOf('p.license_family', $asked->licenses)];
            $where[] = '(' . implode(' OR ', $isOne) . ')';
        }
        foreach (['>=' => $asked->fromYear, '<=' => $asked->toYear] as $operator => $year) {
            if ($year !== null) {
                $where[] = $wpdb->prepare("p.year $operator %d", $year);
            }
        }
        if ($filters['open']) {
            $where[] = 'p.open_access = 1';
        }
        foreach (array_slice(preg_split('/\s+/u', mb_strtolower((string) $filters['q']), 0, PREG_SPLIT_NO_EMPTY) ?: [], 0, 8) as $word) {
            $where[] = $wpdb->prepare('p.words LIKE %s', '%' . $wpdb->esc_like($word) . '%');
        }
        return implode(' AND ', $where);
    }

    /**
     * @param list<string> $orcids
     * @param list<string> $lists
     */
    private static function ofPeople(array $orcids, array $lists): string
    {
        $isShown = self::isShown('a', $lists);
        $isOne = self::isId('a.orcid', $orcids);
        return 'p.id IN (SELECT a.id FROM ' . Tables::name('authors') . " a WHERE $isShown AND $isOne)";
    }

    /**
     * What belongs to one of these groups, or to none that is public. Nothing does where the copy has no groups.
     *
     * @param list<string> $groups
     * @param list<string> $lists
     */
    private static function ofGroups(array $groups, bool $subgroups, array $lists): string
    {
        if (!DatabaseCopy::has('groups')) {
            return '1 = 0';
        }
        global $wpdb;
        // One that the copy does not know is no longer public.
        $known = 'SELECT k.id FROM ' . Tables::name('groups') . ' k WHERE ' . self::isKnown();
        $ids = $wpdb->get_col("$known AND " . self::isId('k.id', $groups));
        $items = Tables::name('group_items');
        $where = [];
        if ($ids !== []) {
            $isOne = self::isShown('g', $lists) . ' AND ' . self::isId('g.group_id', $ids);
            $where[] = "p.id IN (SELECT g.id FROM $items g WHERE $isOne" . ($subgroups ? '' : ' AND g.is_direct = 1') . ')';
        }
        if (in_array(PublicationFilters::NO_GROUP, $groups, true)) {
            $isOfOutput = 'g.generation = p.generation AND g.id = p.id';
            $where[] = "NOT EXISTS (SELECT 1 FROM $items g WHERE $isOfOutput AND g.group_id IN ($known))";
        }
        return $where === [] ? '1 = 0' : '(' . implode(' OR ', $where) . ')';
    }

    private static function isKnown(): string
    {
        global $wpdb;
        return $wpdb->prepare('k.generation = %d', self::generation('groups'));
    }

    /**
     * Whether a row is of one of these lists, as it is shown.
     *
     * @param list<string> $lists
     */
    private static function isShown(string $table, array $lists): string
    {
        global $wpdb;
        $isOf = static fn (string $list): string =>
            $wpdb->prepare("$table.list = %s AND $table.generation = %d", $list, self::generation($list));
        return '(' . implode(' OR ', array_map($isOf, $lists)) . ')';
    }

    /**
     * Ids have no accents, so that an index finds them.
     *
     * @param list<string> $ids
     */
    private static function isId(string $column, array $ids): string
    {
        global $wpdb;
        $places = implode(', ', array_fill(0, count($ids), '%s'));
        return $ids === [] ? '1 = 0' : $wpdb->prepare("$column IN ($places)", $ids);
    }

    /**
     * Byte by byte, because the registry tells accents apart, and databases often do not.
     *
     * @param list<string|int> $values
     */
    private static function isOneOf(string $column, array $values): string
    {
        global $wpdb;
        $places = implode(', ', array_fill(0, count($values), '%s'));
        return $values === [] ? '1 = 0' : $wpdb->prepare("CAST($column AS BINARY) IN ($places)", $values);
    }

    private static function generation(string $list): int
    {
        return (int) (DatabaseCopy::state($list)['shown'] ?? 0);
    }

    private static function item(string $json): Item
    {
        return new Item(json_decode($json, true) ?: []);
    }
}
