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
    public function checkpoint(string $list): ?Checkpoint
    {
        $row = self::state($list);
        // What an older version has written lacks columns, and begins anew beside what is shown.
        $isComplete = (int) ($row['version'] ?? 0) === Tables::VERSION;
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
                $this->deleteOthers($list, [$shown]);
            }
            foreach ($page->changes as $change) {
                $list === 'people'
                    ? $this->storePerson($generation, $change['id'], $change['item'])
                    : $this->storePublication($generation, $change['id'], $change['item']);
            }
            if (!$page->hasMore && $shown !== $generation) {
                $shown = $generation;
                $this->deleteOthers($list, [$shown]);
            }
            $hasChanged = $page->changes !== [] || $page->reset;
            self::store('lists', [
                'list' => $list,
                'cursor_value' => $page->cursor,
                'etag' => $page->etag,
                'generation' => $generation,
                'shown' => $shown,
                'revision' => (int) ($row['revision'] ?? 0) + ($hasChanged ? 1 : 0),
                'version' => Tables::VERSION,
            ]);
            self::query('COMMIT');
        } catch (Throwable $failure) {
            $wpdb->query('ROLLBACK');
            throw $failure;
        }
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

    /** @param array<string, mixed>|null $item */
    private function storePublication(int $generation, string $doi, ?array $item): void
    {
        $id = self::key($doi);
        self::delete('authors', ['generation' => $generation, 'id' => $id]);
        if ($item === null) {
            self::delete('publications', ['generation' => $generation, 'id' => $id]);
            return;
        }
        $publication = new Item($item);
        $titles = is_array($item['title'] ?? null) ? $item['title'] : [$item['title'] ?? ''];
        $names = array_column($publication->authors(), 'name');
        $words = array_filter([...$titles, ...$names, $publication->cited('container_title'), $doi], 'is_string');
        self::store('publications', [
            'generation' => $generation,
            'id' => $id,
            'published' => substr($publication->date() ?? '', 0, 10),
            'year' => $publication->year(),
            'type' => substr($publication->type() ?? '', 0, 64),
            'open_access' => $publication->isOpenAccess() ? 1 : 0,
            'open_access_status' => $publication->openAccessStatus(),
            'license' => $publication->licenses()[0] ?? null,
            'license_family' => $publication->licenses()[1] ?? null,
            'words' => mb_strtolower(implode(' ', $words)),
            'item' => wp_json_encode($item),
        ]);
        foreach ($publication->researchers() as $orcid) {
            self::store('authors', ['generation' => $generation, 'orcid' => substr($orcid, 0, 19), 'id' => $id]);
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

    /** @param list<int> $generations */
    private function deleteOthers(string $list, array $generations): void
    {
        $kept = implode(',', array_map('intval', $generations));
        foreach ($list === 'people' ? ['people'] : ['publications', 'authors'] as $table) {
            self::query('DELETE FROM ' . Tables::name($table) . " WHERE generation NOT IN ($kept)");
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
