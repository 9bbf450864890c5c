<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\InvalidFilter;
use PublicationRegistry\Item;
use PublicationRegistry\PublicationFilters;

/** Reads the copy. */
final class Publications
{
    /** The conditions of a list, beside the filters of the API by their names. */
    private const NONE = ['person' => '', 'project' => '', 'entity' => '', 'open' => false, 'q' => ''];

    /**
     * A page of the publications that match, the newest first.
     *
     * @param array<string, string|int|bool> $filters person (ORCID iD or slug), project and entity (ids), open, q, and those
     *     of the API
     * @param array<string, string|int|bool> $chosen further ones, by which visitors search the list
     * @return array{list<Item>, int} the items, and how many there are in all
     * @throws InvalidFilter
     */
    public static function find(array $filters, int $perPage, int $page = 1, array $chosen = []): array
    {
        global $wpdb;
        $from = self::from($filters) . ' AND ' . self::conditions($chosen);
        $total = (int) $wpdb->get_var("SELECT COUNT(*) $from");
        $part = 'LIMIT ' . $perPage . ' OFFSET ' . ($page - 1) * $perPage;
        $rows = $wpdb->get_col("SELECT item $from ORDER BY published DESC, id $part");
        return [array_map(self::item(...), $rows), $total];
    }

    public static function byDoi(string $doi): ?Item
    {
        global $wpdb;
        $table = Tables::name('publications');
        $sql = "SELECT item FROM $table WHERE generation = %d AND id = %s";
        $row = $wpdb->get_var($wpdb->prepare($sql, self::shown('publications'), DatabaseCopy::key($doi)));
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
     * A person by iD or slug.
     *
     * @return array{orcid: string, item: array<string, mixed>}|null
     */
    public static function person(string $idOrSlug): ?array
    {
        global $wpdb;
        $column = self::isOrcid($idOrSlug) ? 'orcid' : 'slug';
        $sql = 'SELECT orcid, item FROM ' . Tables::name('people') . " WHERE generation = %d AND $column = %s";
        $row = $wpdb->get_row($wpdb->prepare($sql, self::shown('people'), $idOrSlug), ARRAY_A);
        return $row ? ['orcid' => $row['orcid'], 'item' => json_decode($row['item'], true) ?: []] : null;
    }

    /** Changes whenever the copy does. */
    public static function revision(): string
    {
        $states = array_filter([DatabaseCopy::state('publications'), DatabaseCopy::state('people')]);
        $lists = array_map(static fn (array $row) => "{$row['shown']}-{$row['revision']}", $states);
        return implode('.', [...$lists, Memberships::revision()]);
    }

    public static function count(): int
    {
        return self::find([], 1)[1];
    }

    public static function isOrcid(string $text): bool
    {
        return preg_match('/^(\d{4}-){3}\d{3}[\dX]$/', $text) === 1;
    }

    /** @param array<string, string|int|bool> $filters */
    private static function from(array $filters): string
    {
        global $wpdb;
        $shown = $wpdb->prepare('p.generation = %d', self::shown('publications'));
        return 'FROM ' . Tables::name('publications') . " p WHERE $shown AND " . self::conditions($filters);
    }

    /**
     * The conditions of filters, with their values in them.
     *
     * @param array<string, string|int|bool> $filters
     */
    private static function conditions(array $filters): string
    {
        global $wpdb;
        $asked = PublicationFilters::parse($filters);
        $filters += self::NONE;
        $where = ['1 = 1'];
        if ($filters['person'] !== '') {
            $id = (string) $filters['person'];
            $where[] = self::ofPeople([self::isOrcid($id) ? $id : (self::person($id)['orcid'] ?? '')]);
        }
        foreach (['project', 'entity'] as $kind) {
            $owner = Memberships::owner($kind, (string) $filters[$kind]);
            if ($owner !== '') {
                $owned = 'p.id IN (SELECT o.id FROM ' . Tables::name('owners') . ' o WHERE o.owner = %s)';
                $where[] = $wpdb->prepare($owned, $owner);
            }
        }
        if ($asked->orcids !== null) {
            $where[] = self::ofPeople($asked->orcids);
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

    /** @param list<string> $orcids */
    private static function ofPeople(array $orcids): string
    {
        global $wpdb;
        $shown = $wpdb->prepare('a.generation = %d', self::shown('publications'));
        $isOne = self::isOneOf('a.orcid', $orcids);
        return 'p.id IN (SELECT a.id FROM ' . Tables::name('authors') . " a WHERE $shown AND $isOne)";
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

    private static function shown(string $list): int
    {
        return (int) (DatabaseCopy::state($list)['shown'] ?? 0);
    }

    private static function item(string $json): Item
    {
        return new Item(json_decode($json, true) ?: []);
    }
}
