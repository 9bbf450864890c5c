<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\Client;
use PublicationRegistry\RegistryException;
use RuntimeException;
use Throwable;

/**
 * Which publications belong to the projects and entities by which lists of this site are filtered. The registry's items
 * do not say it, so its filtered lists are read, with each synchronization.
 */
final class Memberships
{
    /** By owner: when a list last used it, and what it had. */
    private const OPTION = 'publication_registry_owners';
    private const MOST_OWNERS = 200;
    private const FORGOTTEN_SECONDS = 30 * DAY_IN_SECONDS;
    private const PARAMETERS = ['project' => 'project_id', 'entity' => 'entity_id'];

    /** The owner of a filter, as a row names it; empty if the list is not filtered by one. */
    public static function owner(string $kind, string $id): string
    {
        return $id === '' ? '' : substr("$kind:$id", 0, 190);
    }

    /** Has the publications of the owners of a list read, soon and from then on. */
    public static function wanted(string ...$owners): void
    {
        $known = self::stored();
        $isNew = false;
        foreach (array_filter($owners, 'strlen') as $owner) {
            if (!isset($known[$owner]) && count($known) >= self::MOST_OWNERS) {
                continue;
            }
            // A list that is shown all the time writes once a day.
            if (!isset($known[$owner]) || $known[$owner]['used_at'] < time() - DAY_IN_SECONDS) {
                $isNew = $isNew || !isset($known[$owner]);
                $known[$owner] = ['used_at' => time()] + ($known[$owner] ?? ['hash' => '']);
                update_option(self::OPTION, $known, false);
            }
        }
        if ($isNew) {
            Synchronization::scheduleSoon(0);
        }
    }

    /**
     * Reads the publications of all owners that lists use.
     *
     * @param callable(): bool $mustStop
     * @return bool false if it has stopped before the end
     */
    public static function synchronize(Client $client, callable $mustStop): bool
    {
        foreach (self::stored() as $owner => ['used_at' => $usedAt, 'hash' => $hash]) {
            if ($mustStop()) {
                return false;
            }
            if ($usedAt < time() - self::FORGOTTEN_SECONDS) {
                self::replace($owner, []);
                self::note($owner, null);
                continue;
            }
            $dois = self::read($client, $owner);
            $now = md5(implode("\n", $dois));
            if ($now !== $hash) {
                self::replace($owner, $dois);
                self::note($owner, $now);
            }
        }
        return true;
    }

    /** Changes whenever the publications of an owner do. */
    public static function revision(): string
    {
        return md5((string) wp_json_encode(array_column(self::stored(), 'hash')));
    }

    public static function forget(): void
    {
        delete_option(self::OPTION);
    }

    /** @return list<string> the DOIs; none if the registry does not know the owner */
    private static function read(Client $client, string $owner): array
    {
        [$kind, $id] = explode(':', $owner, 2);
        $dois = [];
        try {
            foreach ($client->publications([self::PARAMETERS[$kind] ?? 'project_id' => $id]) as $item) {
                $dois[] = $item['doi'] ?? null;
            }
        } catch (RegistryException $refusal) {
            if (in_array($refusal->status, [400, 404], true)) {
                return [];
            }
            throw $refusal;
        }
        $dois = array_values(array_unique(array_filter($dois, 'is_string')));
        sort($dois);
        return $dois;
    }

    /** @param list<string> $dois */
    private static function replace(string $owner, array $dois): void
    {
        global $wpdb;
        $table = Tables::name('owners');
        $wpdb->query('START TRANSACTION');
        try {
            self::query($wpdb->prepare("DELETE FROM $table WHERE owner = %s", $owner));
            foreach (array_chunk($dois, 200) as $chunk) {
                $rows = implode(',', array_fill(0, count($chunk), '(%s,%s)'));
                $values = array_merge(...array_map(static fn (string $doi) => [$owner, DatabaseCopy::key($doi)], $chunk));
                self::query($wpdb->prepare("INSERT IGNORE INTO $table (owner, id) VALUES $rows", $values));
            }
            self::query('COMMIT');
        } catch (Throwable $failure) {
            $wpdb->query('ROLLBACK');
            throw $failure;
        }
    }

    /** @param string|null $hash null forgets the owner */
    private static function note(string $owner, ?string $hash): void
    {
        // Read again: a page may have wanted another owner meanwhile.
        $known = self::stored();
        if ($hash === null) {
            unset($known[$owner]);
        } else {
            $known[$owner] = ['hash' => $hash] + ($known[$owner] ?? ['used_at' => time()]);
        }
        update_option(self::OPTION, $known, false);
    }

    /** @return array<string, array{used_at: int, hash: string}> */
    private static function stored(): array
    {
        $stored = get_option(self::OPTION);
        return is_array($stored) ? $stored : [];
    }

    private static function query(string $sql): void
    {
        global $wpdb;
        if ($wpdb->query($sql) === false) {
            throw new RuntimeException("The table owners cannot be written: $wpdb->last_error");
        }
    }
}
