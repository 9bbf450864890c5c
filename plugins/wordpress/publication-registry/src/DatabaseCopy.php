<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\ChangePage;
use PublicationRegistry\Checkpoint;
use PublicationRegistry\Copy;
use PublicationRegistry\Item;
use RuntimeException;
use Throwable;

/** The copy in the tables of the plugin. */
final class DatabaseCopy implements Copy
{
    /** Raise it when rows of older versions lack something: the lists are then read again, and shown when they are complete. */
    private const VERSION = 2;
    /** The tables with rows of each list. */
    private const TABLES = [
        'publications' => ['publications', 'authors', 'group_items'],
        'works' => ['publications', 'authors', 'group_items'],
        'people' => ['people'],
        'groups' => ['groups'],
    ];

    public function checkpoint(string $list): ?Checkpoint
    {
        $row = self::state($list);
        // What an older version has written lacks columns, and begins anew beside what is shown.
        $isComplete = (int) ($row['version'] ?? 0) === self::VERSION;
        return $isComplete ? new Checkpoint($row['cursor_value'], $row['etag']) : null;
    }

    public function apply(string $list, ChangePage $page): void
    {
        global $wpdb;
        self::query('START TRANSACTION');
        try {
            $row = self::state($list);
            $generation = (int) ($row['generation'] ?? 0);
            $shown = (int) ($row['shown'] ?? 0);
            if ($page->reset) {
                $generation = max($generation, $shown) + 1;
                $this->deleteOthers($list, $shown);
            }
            foreach ($page->changes as ['id' => $id, 'item' => $item]) {
                match ($list) {
                    'people' => $this->storePerson($generation, $id, $item),
                    'groups' => $this->storeGroup($generation, $id, $item),
                    default => $this->storeOutput($list, $generation, $id, $item),
                };
            }
            if (!$page->hasMore && $shown !== $generation) {
                $shown = $generation;
                $this->deleteOthers($list, $shown);
            }
            $hasChanged = $page->changes !== [] || $page->reset;
            self::store('lists', [
                'list' => $list,
                'cursor_value' => $page->cursor,
                'etag' => $page->etag,
                'generation' => $generation,
                'shown' => $shown,
                'revision' => (int) ($row['revision'] ?? 0) + ($hasChanged ? 1 : 0),
                'version' => self::VERSION,
            ]);
            self::query('COMMIT');
        } catch (Throwable $failure) {
            $wpdb->query('ROLLBACK');
            throw $failure;
        }
    }

    /** Whether the list has been read; not if it is off. */
    public static function has(string $list): bool
    {
        return (self::state($list)['cursor_value'] ?? '') !== '';
    }

    /** @return array<string, string|null>|null */
    public static function state(string $list): ?array
    {
        global $wpdb;
        $lists = Tables::name('lists');
        return $wpdb->get_row($wpdb->prepare("SELECT * FROM $lists WHERE list = %s", $list), ARRAY_A) ?: null;
    }

    /** The key of an entry. DOIs are longer than an index may be. */
    public static function key(string $id): string
    {
        return sha1(strtolower($id));
    }

    /**
     * A publication, or a work without a DOI.
     *
     * @param array<string, mixed>|null $item
     */
    private function storeOutput(string $list, int $generation, string $name, ?array $item): void
    {
        $id = self::key($list === 'works' ? "work:$name" : $name);
        $key = ['generation' => $generation, 'id' => $id];
        self::delete('authors', $key);
        self::delete('group_items', $key);
        if ($item === null) {
            self::delete('publications', $key);
            return;
        }
        $output = new Item($item);
        $titles = is_array($item['title'] ?? null) ? $item['title'] : [$item['title'] ?? ''];
        $names = array_column($output->authors(), 'name');
        $words = array_filter([...$titles, ...$names, $output->cited('container_title'), $output->doi()], 'is_string');
        $row = $key + ['list' => $list];
        self::store('publications', $row + [
            'published' => substr($output->date() ?? '', 0, 10),
            'year' => $output->year(),
            'type' => substr($output->type() ?? '', 0, 64),
            'open_access' => $output->isOpenAccess() ? 1 : 0,
            'open_access_status' => $output->openAccessStatus(),
            'license' => $output->licenses()[0] ?? null,
            'license_family' => $output->licenses()[1] ?? null,
            'words' => mb_strtolower(implode(' ', $words)),
            'item' => wp_json_encode($item),
        ]);
        foreach ($output->researchers() as $orcid) {
            self::store('authors', $row + ['orcid' => substr($orcid, 0, 19)]);
        }
        foreach ($output->groups() as $group => $isDirect) {
            $group = substr((string) $group, 0, 80);
            self::store('group_items', $row + ['group_id' => $group, 'is_direct' => $isDirect ? 1 : 0]);
        }
    }

    /** @param array<string, mixed>|null $item */
    private function storePerson(int $generation, string $orcid, ?array $item): void
    {
        if ($item === null) {
            self::delete('people', ['generation' => $generation, 'id' => self::key($orcid)]);
            return;
        }
        self::store('people', [
            'generation' => $generation,
            'id' => self::key($orcid),
            'orcid' => substr($orcid, 0, 19),
            'slug' => substr(is_string($item['slug'] ?? null) ? $item['slug'] : '', 0, 190),
            'item' => wp_json_encode($item),
        ]);
    }

    /** @param array<string, mixed>|null $item */
    private function storeGroup(int $generation, string $id, ?array $item): void
    {
        $key = ['generation' => $generation, 'id' => substr($id, 0, 80)];
        $item === null ? self::delete('groups', $key) : self::store('groups', $key + ['item' => wp_json_encode($item)]);
    }

    /** Deletes the rows of a list that are of another generation. */
    private function deleteOthers(string $list, int $generation): void
    {
        global $wpdb;
        $tables = self::TABLES[$list];
        foreach ($tables as $table) {
            $isOfList = count($tables) === 1 ? '1 = 1' : $wpdb->prepare('list = %s', $list);
            $isOther = $wpdb->prepare('generation <> %d', $generation);
            self::query('DELETE FROM ' . Tables::name($table) . " WHERE $isOfList AND $isOther");
        }
    }

    /** @param array<string, string|int|null> $row */
    private static function store(string $table, array $row): void
    {
        global $wpdb;
        if ($wpdb->replace(Tables::name($table), $row) === false) {
            throw new RuntimeException("The table $table cannot be written: $wpdb->last_error");
        }
    }

    /** @param array<string, string|int> $where */
    private static function delete(string $table, array $where): void
    {
        global $wpdb;
        if ($wpdb->delete(Tables::name($table), $where) === false) {
            throw new RuntimeException("The table $table cannot be written: $wpdb->last_error");
        }
    }

    private static function query(string $sql): void
    {
        global $wpdb;
        if ($wpdb->query($sql) === false) {
            throw new RuntimeException("The database refuses a change: $wpdb->last_error");
        }
    }
}
