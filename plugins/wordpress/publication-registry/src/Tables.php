<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

/**
 * The tables of the copy. Rows have a generation: a copy that starts over is built beside the one that is shown, so
 * that visitors never see half of it. Works without a DOI are in those of publications, so that lists have both in one order.
 */
final class Tables
{
    private const ALL = ['publications', 'authors', 'people', 'groups', 'group_items', 'lists', 'owners'];
    private const OPTION = 'publication_registry_tables';
    /** Raise it when tables or columns are added. */
    private const VERSION = 3;

    public static function name(string $table): string
    {
        global $wpdb;
        return "{$wpdb->prefix}publication_registry_$table";
    }

    public static function create(): void
    {
        global $wpdb;
        require_once ABSPATH . 'wp-admin/includes/upgrade.php';
        $collate = $wpdb->get_charset_collate();
        [$publications, $authors, $people, $groups, $groupItems, $lists, $owners] = array_map(self::name(...), self::ALL);
        dbDelta([
            "CREATE TABLE $publications (
                generation int NOT NULL,
                id char(40) NOT NULL,
                published varchar(10) NOT NULL,
                year smallint DEFAULT NULL,
                type varchar(64) NOT NULL,
                open_access tinyint NOT NULL,
                open_access_status varchar(16) DEFAULT NULL,
                license varchar(100) DEFAULT NULL,
                license_family varchar(100) DEFAULT NULL,
                words longtext NOT NULL,
                item longtext NOT NULL,
                list varchar(20) NOT NULL DEFAULT 'publications',
                PRIMARY KEY  (generation,id),
                KEY published (generation,published)
            ) $collate;",
            "CREATE TABLE $authors (
                generation int NOT NULL,
                orcid char(19) NOT NULL,
                id char(40) NOT NULL,
                list varchar(20) NOT NULL DEFAULT 'publications',
                PRIMARY KEY  (generation,orcid,id),
                KEY id (generation,id)
            ) $collate;",
            "CREATE TABLE $people (
                generation int NOT NULL,
                id char(40) NOT NULL,
                orcid varchar(19) NOT NULL,
                slug varchar(190) NOT NULL,
                item longtext NOT NULL,
                PRIMARY KEY  (generation,id),
                KEY slug (generation,slug)
            ) $collate;",
            "CREATE TABLE $groups (
                generation int NOT NULL,
                id varchar(80) NOT NULL,
                item longtext NOT NULL,
                PRIMARY KEY  (generation,id)
            ) $collate;",
            "CREATE TABLE $groupItems (
                generation int NOT NULL,
                group_id varchar(80) NOT NULL,
                id char(40) NOT NULL,
                list varchar(20) NOT NULL,
                is_direct tinyint NOT NULL,
                PRIMARY KEY  (generation,group_id,id),
                KEY id (generation,id)
            ) $collate;",
            "CREATE TABLE $lists (
                list varchar(20) NOT NULL,
                cursor_value longtext NOT NULL,
                etag varchar(190) DEFAULT NULL,
                generation int NOT NULL,
                shown int NOT NULL,
                revision int NOT NULL,
                version int NOT NULL DEFAULT 0,
                PRIMARY KEY  (list)
            ) $collate;",
            "CREATE TABLE $owners (
                owner varchar(190) NOT NULL,
                id char(40) NOT NULL,
                PRIMARY KEY  (owner,id)
            ) $collate;",
        ]);
        update_option(self::OPTION, self::VERSION);
        // A site that an older version has connected goes on without works.
        if (Connection::read()->get('url') === '') {
            add_option(Views::WORKS_OPTION, 'yes');
        }
    }

    /** Brings the tables of an older version of the plugin up to date: an update of the files does not activate it. */
    public static function upgrade(): void
    {
        if ((int) get_option(self::OPTION) !== self::VERSION) {
            self::create();
            Synchronization::scheduleSoon(0);
        }
    }

    /** Empties the copy, as for another registry. */
    public static function clear(): void
    {
        global $wpdb;
        foreach (self::ALL as $table) {
            $wpdb->query('DELETE FROM ' . self::name($table));
        }
    }

    public static function drop(): void
    {
        global $wpdb;
        foreach (self::ALL as $table) {
            $wpdb->query('DROP TABLE IF EXISTS ' . self::name($table));
        }
        delete_option(self::OPTION);
    }
}
