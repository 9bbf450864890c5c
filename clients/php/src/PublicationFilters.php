<?php

declare(strict_types=1);

namespace PublicationRegistry;

/**
 * The filters of lists of publications, read as the registry reads them, for copies that are searched by themselves.
 * Several values are separated by `|`, and one of them is enough.
 */
final class PublicationFilters
{
    public const NAMES = [
        'publication_type', 'publication_year', 'publication_year_from', 'publication_year_to', 'open_access_status',
        'license', 'orcid', 'group_id', 'subgroups',
    ];
    /** The value of `group_id` for what belongs to no group. */
    public const NO_GROUP = 'none';
    private const STATUSES = ['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed'];
    private const MOST_VALUES = 100;
    private const MOST_PEOPLE = 350;
    private const MOST_BYTES = 8_192;
    private const ORCID_NOISE = '/[\s\x{ad}\x{200b}-\x{200f}\x{2010}-\x{2015}\x{2060}\x{2212}\x{feff}-]/u';

    /**
     * Null is no filter, and a filter without values matches nothing.
     *
     * @param list<string>|null $types
     * @param list<int>|null $years
     * @param list<string>|null $openAccessStatuses
     * @param list<string>|null $licenses as `Item::licenses()` has them
     * @param list<string>|null $orcids
     * @param list<string>|null $groups ids and NO_GROUP
     * @param bool $subgroups whether what belongs to a part of one of these groups is found, too
     */
    private function __construct(
        public readonly ?array $types,
        public readonly ?array $years,
        public readonly ?int $fromYear,
        public readonly ?int $toYear,
        public readonly ?array $openAccessStatuses,
        public readonly ?array $licenses,
        public readonly ?array $orcids,
        public readonly ?array $groups,
        public readonly bool $subgroups,
    ) {
    }

    /**
     * @param array<string, mixed> $given by the names of the API's parameters; an unknown one is ignored
     * @throws InvalidFilter
     */
    public static function parse(array $given): self
    {
        $texts = [];
        foreach (self::NAMES as $name) {
            $value = $given[$name] ?? '';
            $parts = is_array($value) ? $value : [$value];
            if ($parts === [] || $parts !== array_filter($parts, 'is_scalar')) {
                throw new InvalidFilter($name, 'must have a value');
            }
            $written = static fn (string|int|float|bool $part) => is_bool($part) ? var_export($part, true) : (string) $part;
            $texts[$name] = implode('|', array_map($written, $parts));
            if (strlen($texts[$name]) > self::MOST_BYTES || preg_match('//u', $texts[$name]) !== 1) {
                throw new InvalidFilter($name, 'must be a text of at most 8,192 bytes');
            }
        }
        $filters = new self(
            self::values($texts, 'publication_type', mb_strtolower(...)),
            self::values($texts, 'publication_year', static fn (string $text) => self::year('publication_year', $text)),
            $texts['publication_year_from'] === '' ? null : self::year('publication_year_from', $texts['publication_year_from']),
            $texts['publication_year_to'] === '' ? null : self::year('publication_year_to', $texts['publication_year_to']),
            self::values($texts, 'open_access_status', self::status(...)),
            self::values($texts, 'license', self::license(...)),
            self::values($texts, 'orcid', self::orcid(...), self::MOST_PEOPLE),
            self::values($texts, 'group_id', self::group(...)),
            self::subgroups($texts['subgroups']),
        );
        if ($filters->fromYear !== null && $filters->toYear !== null && $filters->fromYear > $filters->toYear) {
            throw new InvalidFilter('publication_year_to', 'must not be before publication_year_from');
        }
        return $filters;
    }

    /**
     * @template Value of string|int
     * @param array<string, string> $texts
     * @param callable(string): Value $read
     * @return list<Value>|null
     */
    private static function values(array $texts, string $name, callable $read, int $most = self::MOST_VALUES): ?array
    {
        if ($texts[$name] === '') {
            return null;
        }
        $trim = static fn (string $part) => (string) preg_replace('/^[\s\x{feff}]+|[\s\x{feff}]+$/u', '', $part);
        $parts = array_unique(array_map($trim, explode('|', $texts[$name])));
        if (count($parts) > $most) {
            throw new InvalidFilter($name, "must have at most $most values");
        }
        $values = array_unique(array_map($read, $parts), SORT_REGULAR);
        // A publication without a value is not one with an empty value.
        return array_values(array_filter($values, static fn (string|int $value) => $value !== ''));
    }

    private static function year(string $name, string $text): int
    {
        if (preg_match('/^[0-9]+$/D', $text) !== 1 || (float) $text < 1000 || (float) $text > 3000) {
            throw new InvalidFilter($name, 'must be a year from 1000 to 3000');
        }
        return (int) $text;
    }

    private static function status(string $text): string
    {
        return in_array($text, self::STATUSES, true)
            ? $text
            : throw new InvalidFilter('open_access_status', 'must be one of ' . implode(', ', self::STATUSES));
    }

    private static function license(string $text): string
    {
        return mb_strlen($text) <= 100
            ? mb_strtolower($text)
            : throw new InvalidFilter('license', 'must have at most 100 characters');
    }

    /** The id of a group; empty, which nothing has, for what cannot be one. */
    private static function group(string $text): string
    {
        if (mb_strlen($text) > 80) {
            throw new InvalidFilter('group_id', 'must have at most 80 characters');
        }
        $id = mb_strtolower($text);
        return preg_match('/^[a-z0-9][a-z0-9-]*$/D', $id) === 1 ? $id : '';
    }

    private static function subgroups(string $text): bool
    {
        return in_array($text, ['', 'true', 'false'], true)
            ? $text !== 'false'
            : throw new InvalidFilter('subgroups', 'must be true or false');
    }

    /** An iD in any form in which people write it, with its check character (ISO 7064 MOD 11-2). */
    private static function orcid(string $text): string
    {
        $written = '~^(?:orcid(?:id)?:)?(?:(?:https?://)?(?:\w+\.)*orcid\.org/(\w+)/?|(\w+))$~Di';
        preg_match($written, (string) preg_replace(self::ORCID_NOISE, '', $text), $found, PREG_UNMATCHED_AS_NULL);
        $digits = strtoupper($found[1] ?? $found[2] ?? '');
        if (preg_match('/^[0-9]{15}[0-9X]$/D', $digits) === 1) {
            $total = 0;
            foreach (str_split(substr($digits, 0, 15)) as $digit) {
                $total = ($total + (int) $digit) * 2;
            }
            $check = (12 - $total % 11) % 11;
            if ($digits[15] === ($check === 10 ? 'X' : (string) $check)) {
                return implode('-', str_split($digits, 4));
            }
        }
        throw new InvalidFilter('orcid', 'must be an ORCID iD, such as 0000-0002-1825-0097');
    }
}
