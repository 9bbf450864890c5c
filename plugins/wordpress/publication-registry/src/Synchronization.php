<?php

declare(strict_types=1);

namespace PublicationRegistry\WordPress;

use PublicationRegistry\NetworkException;
use PublicationRegistry\RegistryException;
use PublicationRegistry\SiteSync;
use RuntimeException;

/** Keeps the copy up to date: every hour, when the registry posts a webhook, and when an administrator asks. */
final class Synchronization
{
    public const HOOK = 'publication_registry_sync';
    private const LOCK = 'publication_registry_lock';
    private const STATUS = 'publication_registry_status';
    /** Besides publications. */
    private const LISTS = ['groups', 'works', 'people'];
    private const BUDGET_SECONDS = 10;
    private const MOST_LOCKED_SECONDS = 300;

    public static function schedule(): void
    {
        if (!wp_next_scheduled(self::HOOK)) {
            wp_schedule_event(time() + HOUR_IN_SECONDS, 'hourly', self::HOOK);
        }
    }

    /** Runs soon, besides the hourly runs. */
    public static function scheduleSoon(int $seconds): void
    {
        if (!wp_next_scheduled(self::HOOK, ['soon'])) {
            wp_schedule_single_event(time() + $seconds, self::HOOK, ['soon'], true);
        }
    }

    /**
     * Syncs for some seconds. What is left, or needed while another run works, is done by a run that is scheduled.
     *
     * @return bool false if it failed; the status says why
     */
    public static function run(): bool
    {
        $connection = Connection::read();
        if (!$connection->isComplete()) {
            return true;
        }
        if (!self::lock()) {
            self::scheduleSoon(30);
            return true;
        }
        try {
            $until = microtime(true) + self::BUDGET_SECONDS;
            $mustStop = static fn (): bool => microtime(true) > $until;
            $client = $connection->client();
            $sync = SiteSync::run($client, new DatabaseCopy(), self::LISTS, 'apa', $mustStop);
            if (!isset($sync->off['groups'])) {
                $connection->hearOfGroups();
            }
            $isComplete = Memberships::synchronize($client, $mustStop) && $sync->isComplete;
            $isComplete ? self::note('', $sync->off) : self::scheduleSoon(0);
            return true;
        } catch (RegistryException | NetworkException | RuntimeException $failure) {
            self::note($failure->getMessage());
            return false;
        } finally {
            self::unlock();
        }
    }

    /** @return array{synced_at: int, error: string, off: array<string, string>} `off`: as `SiteSync` says it */
    public static function status(): array
    {
        $status = get_option(self::STATUS);
        return (is_array($status) ? $status : []) + ['synced_at' => 0, 'error' => '', 'off' => []];
    }

    public static function forget(): void
    {
        delete_option(self::STATUS);
        self::unlock();
    }

    /** @param array<string, string>|null $off null if it is not known */
    private static function note(string $error, ?array $off = null): void
    {
        $before = self::status();
        update_option(self::STATUS, [
            'synced_at' => $error === '' ? time() : $before['synced_at'],
            'error' => mb_substr($error, 0, 500),
            'off' => $off ?? $before['off'],
        ], false);
    }

    /** One run at a time. The lock of a run that was killed is taken over. */
    private static function lock(): bool
    {
        global $wpdb;
        $now = time();
        $sql = "INSERT IGNORE INTO $wpdb->options (option_name, option_value, autoload) VALUES (%s, %s, 'no')";
        if ($wpdb->query($wpdb->prepare($sql, self::LOCK, (string) $now))) {
            return true;
        }
        $taken = "UPDATE $wpdb->options SET option_value = %s WHERE option_name = %s AND CAST(option_value AS SIGNED) < %d";
        return (bool) $wpdb->query($wpdb->prepare($taken, (string) $now, self::LOCK, $now - self::MOST_LOCKED_SECONDS));
    }

    /** Past the cache of options, which does not know of the lock. */
    private static function unlock(): void
    {
        global $wpdb;
        $wpdb->delete($wpdb->options, ['option_name' => self::LOCK]);
    }
}
