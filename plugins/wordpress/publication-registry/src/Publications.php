<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\Item;

/** Reads the copy. */
final class Publications
{
    /** The conditions of a list. */
    private const NONE = [
        'person' => '', 'project' => '', 'entity' => '', 'year' => 0, 'from' => 0, 'to' => 0, 'type' => '', 'open' => false, 'q' => '',
    ];

    /**
     * A page of the publications that match, the newest first.
     *
     * @param array<string, string|int|bool> $filters person (ORCID iD or slug), project and entity (ids), year, from, to,
     *     type, open, q
     * @return array{list<Item>, int} the items, and how many there are in all
     */
    public static function find(array $filters, int $perPage, int $page = 1): array
    {
        global $wpdb;
        [$where, $values] = self::conditions($filters + self::NONE);
        $from = Tables::name('publications') . " p WHERE $where";
        $total = (int) $wpdb->get_var($wpdb->prepare("SELECT COUNT(*) FROM $from", $values));
        $sql = "SELECT item FROM $from ORDER BY published DESC, id LIMIT %d OFFSET %d";
        $rows = $wpdb->get_col($wpdb->prepare($sql, [...$values, $perPage, ($page - 1) * $perPage]));
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
     * The values of a column in what belongs to a person, a project or an entity, for a choice.
     *
     * @param array<string, mixed> $owners person, project, entity
     * @return list<string>
     */
    public static function choices(string $column, array $owners = []): array
    {
        global $wpdb;
        $name = $column === 'year' ? 'year' : 'type';
        [$where, $values] = self::conditions(array_intersect_key($owners, ['person' => 1, 'project' => 1, 'entity' => 1]) + self::NONE);
        $order = $name === 'year' ? 'DESC' : 'ASC';
        $sql = 'SELECT DISTINCT ' . $name . ' FROM ' . Tables::name('publications')
            . " p WHERE $where AND $name IS NOT NULL AND $name <> '' ORDER BY $name $order LIMIT 200";
        return $wpdb->get_col($wpdb->prepare($sql, $values));
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

    /**
     * @param array<string, string|int|bool> $filters
     * @return array{string, list<string|int>}
     */
    private static function conditions(array $filters): array
    {
        global $wpdb;
        [$where, $values] = [['p.generation = %d'], [self::shown('publications')]];
        if ($filters['person'] !== '') {
            $id = (string) $filters['person'];
            $orcid = self::isOrcid($id) ? $id : (self::person($id)['orcid'] ?? '');
            $authors = Tables::name('authors');
            $where[] = "p.id IN (SELECT a.id FROM $authors a WHERE a.generation = %d AND a.orcid = %s)";
            array_push($values, self::shown('publications'), $orcid);
        }
        foreach (['project', 'entity'] as $kind) {
            $owner = Memberships::owner($kind, (string) $filters[$kind]);
            if ($owner !== '') {
                $where[] = 'p.id IN (SELECT o.id FROM ' . Tables::name('owners') . ' o WHERE o.owner = %s)';
                $values[] = $owner;
            }
        }
        foreach (['year' => 'p.year =', 'from' => 'p.year >=', 'to' => 'p.year <='] as $name => $condition) {
            if ((int) $filters[$name] > 0) {
                $where[] = "$condition %d";
                $values[] = (int) $filters[$name];
            }
        }
        $types = array_filter(array_map('trim', explode('|', (string) $filters['type'])), 'strlen');
        if ($types !== []) {
            $where[] = 'p.type IN (' . implode(', ', array_fill(0, count($types), '%s')) . ')';
            array_push($values, ...array_values($types));
        }
        if ($filters['open']) {
            $where[] = 'p.open_access = 1';
        }
        foreach (array_slice(preg_split('/\s+/u', mb_strtolower((string) $filters['q']), 0, PREG_SPLIT_NO_EMPTY) ?: [], 0, 8) as $word) {
            $where[] = 'p.words LIKE %s';
            $values[] = '%' . $wpdb->esc_like($word) . '%';
        }
        return [implode(' AND ', $where), $values];
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
