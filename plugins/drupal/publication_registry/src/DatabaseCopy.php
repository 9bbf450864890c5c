<?php

declare(strict_types=1);

namespace Drupal\publication_registry;

use Drupal\Core\Database\Connection;
use Drupal\Core\Database\Query\ConditionInterface;
use Drupal\Core\Database\Query\SelectInterface;
use Drupal\Core\Database\Schema;
use PublicationRegistry\ChangePage;
use PublicationRegistry\Checkpoint;
use PublicationRegistry\Copy;
use PublicationRegistry\GroupTree;
use PublicationRegistry\Item;
use PublicationRegistry\PublicationFilters;
use Throwable;

require_once __DIR__ . '/autoload_client.php';

/**
 * The copy of publications, works without a DOI and groups. Rows have a generation: a copy that starts over is built beside
 * the one that is shown, so that visitors never see half of it.
 */
final class DatabaseCopy implements Copy
{
    private const ROWS = 'publication_registry_publications';
    private const RESEARCHERS = 'publication_registry_researchers';
    private const GROUPS = 'publication_registry_groups';
    private const GROUP_ITEMS = 'publication_registry_group_items';
    private const LISTS = 'publication_registry_lists';
    /** The tables with rows of each list. */
    private const TABLES = [
        'publications' => [self::ROWS, self::RESEARCHERS, self::GROUP_ITEMS],
        'works' => [self::ROWS, self::RESEARCHERS, self::GROUP_ITEMS],
        'groups' => [self::GROUPS],
    ];

    public function __construct(private readonly Connection $database)
    {
    }

    /** @return array<string, array<string, mixed>> for hook_schema() */
    public static function schema(): array
    {
        $required = ['not null' => true];
        $number = ['type' => 'int'] + $required;
        $text = ['type' => 'text', 'size' => 'big'] + $required;
        // Byte by byte, because the registry tells accents and cases apart.
        $value = ['type' => 'varchar', 'length' => 100, 'binary' => true];
        $id = ['type' => 'varchar_ascii', 'length' => 40] + $required;
        $group = ['type' => 'varchar_ascii', 'length' => 80] + $required;
        return [
            self::ROWS => [
                'description' => 'Public publications of the registry, and works without a DOI.',
                'fields' => [
                    'list' => self::list(),
                    'generation' => $number,
                    'id' => $id,
                    'published' => ['type' => 'varchar_ascii', 'length' => 10] + $required,
                    'year' => ['type' => 'int'],
                    'type' => $value,
                    'open_access_status' => $value,
                    'license' => $value,
                    'license_family' => $value,
                    'item' => $text,
                ],
                'primary key' => ['generation', 'id'],
                'indexes' => ['published' => ['generation', 'published']],
            ],
            self::RESEARCHERS => [
                'description' => 'The people whose publications they are.',
                'fields' => [
                    'list' => self::list(),
                    'generation' => $number,
                    'orcid' => ['type' => 'varchar_ascii', 'length' => 19] + $required,
                    'id' => $id,
                ],
                'primary key' => ['generation', 'orcid', 'id'],
                'indexes' => ['id' => ['generation', 'id']],
            ],
            self::GROUPS => [
                'description' => 'Public groups of the registry, such as departments.',
                'fields' => ['generation' => $number, 'id' => $group, 'item' => $text, 'list' => self::list('groups')],
                'primary key' => ['generation', 'id'],
            ],
            self::GROUP_ITEMS => [
                'description' => 'The groups to which publications and works belong.',
                'fields' => [
                    'list' => self::list(),
                    'generation' => $number,
                    'group_id' => $group,
                    'id' => $id,
                    'is_direct' => ['type' => 'int', 'size' => 'tiny'] + $required,
                ],
                'primary key' => ['generation', 'group_id', 'id'],
                'indexes' => ['id' => ['generation', 'id']],
            ],
            self::LISTS => [
                'description' => 'How far each list has been read.',
                'fields' => [
                    'list' => ['type' => 'varchar_ascii', 'length' => 20] + $required,
                    'position' => $text,
                    'etag' => ['type' => 'varchar', 'length' => 190],
                    'generation' => $number,
                    'shown' => $number,
                ],
                'primary key' => ['list'],
            ],
        ];
    }

    /** Adds what a copy of before this version lacks, and keeps its rows. */
    public static function addGroupsAndWorks(Schema $schema): void
    {
        foreach ([self::ROWS, self::RESEARCHERS] as $table) {
            if (!$schema->fieldExists($table, 'list')) {
                $schema->addField($table, 'list', self::list());
            }
        }
        foreach ([self::GROUPS, self::GROUP_ITEMS] as $table) {
            if (!$schema->tableExists($table)) {
                $schema->createTable($table, self::schema()[$table]);
            }
        }
    }

    /** @return array<string, mixed> the column that tells the rows of lists apart */
    private static function list(string $usual = 'publications'): array
    {
        return ['type' => 'varchar_ascii', 'length' => 20, 'not null' => true, 'default' => $usual];
    }

    public function checkpoint(string $list): ?Checkpoint
    {
        $state = $this->state($list);
        return $state === null ? null : new Checkpoint($state['position'], $state['etag']);
    }

    public function apply(string $list, ChangePage $page): void
    {
        $transaction = $this->database->startTransaction();
        try {
            $state = $this->state($list) ?? ['generation' => 0, 'shown' => 0];
            [$generation, $shown] = [(int) $state['generation'], (int) $state['shown']];
            if ($page->reset) {
                $generation = max($generation, $shown) + 1;
                $this->deleteAllBut($list, $shown);
            }
            foreach ($page->changes as ['id' => $id, 'item' => $item]) {
                $list === 'groups'
                    ? $this->storeGroup($generation, $id, $item)
                    : $this->store($list, $generation, $id, $item);
            }
            if (!$page->hasMore && $shown !== $generation) {
                $shown = $generation;
                $this->deleteAllBut($list, $shown);
            }
            $this->database->merge(self::LISTS)->key('list', $list)->fields([
                'position' => $page->cursor,
                'etag' => $page->etag,
                'generation' => $generation,
                'shown' => $shown,
            ])->execute();
        } catch (Throwable $failure) {
            $transaction->rollBack();
            throw $failure;
        }
    }

    /** Empties the copy, as for another registry. */
    public function clear(): void
    {
        $transaction = $this->database->startTransaction();
        try {
            foreach ([self::LISTS, self::ROWS, self::RESEARCHERS, self::GROUPS, self::GROUP_ITEMS] as $table) {
                $this->database->delete($table)->execute();
            }
        } catch (Throwable $failure) {
            $transaction->rollBack();
            throw $failure;
        }
    }

    /**
     * The publications that are shown and that filters find, the newest first.
     *
     * @param bool $hasWorks whether works without a DOI are found, too
     * @return list<Item>
     */
    public function find(PublicationFilters $filters, int $limit, bool $hasWorks = false): array
    {
        // Drupal refuses a condition without values, which nothing meets.
        if (in_array([], [$filters->types, $filters->openAccessStatuses, $filters->licenses, $filters->groups], true)) {
            return [];
        }
        if ($filters->groups !== null && !$this->has('groups')) {
            return [];
        }
        $lists = $hasWorks ? ['publications', 'works'] : ['publications'];
        $query = $this->ofLists(self::ROWS, $lists)
            ->fields('r', ['item'])
            ->orderBy('published', 'DESC')
            ->orderBy('id')
            ->range(0, $limit);
        $wanted = ['type' => $filters->types, 'year' => $filters->years, 'open_access_status' => $filters->openAccessStatuses];
        foreach ($wanted as $name => $values) {
            if ($values !== null) {
                $query->condition($name, $values, 'IN');
            }
        }
        foreach (['>=' => $filters->fromYear, '<=' => $filters->toYear] as $operator => $year) {
            if ($year !== null) {
                $query->condition('year', $year, $operator);
            }
        }
        if ($filters->licenses !== null) {
            $isOne = $query->orConditionGroup();
            foreach (['license', 'license_family'] as $name) {
                $isOne->condition($name, $filters->licenses, 'IN');
            }
            $query->condition($isOne);
        }
        if ($filters->orcids !== null) {
            $theirs = $this->ofLists(self::RESEARCHERS, $lists)->fields('r', ['id'])->condition('orcid', $filters->orcids, 'IN');
            $query->condition('id', $theirs, 'IN');
        }
        if ($filters->groups !== null) {
            $query->condition($this->isInGroups($query->orConditionGroup(), $filters, $lists));
        }
        return array_map(
            static fn (string $json) => new Item(json_decode($json, true) ?: []),
            $query->execute()->fetchCol(),
        );
    }

    /** The public groups as choices: names in the order of the tree, by id. */
    public function groupChoices(string $locale): array
    {
        $items = $this->ofLists(self::GROUPS, ['groups'])->fields('r', ['item'])->execute()->fetchCol();
        return (new GroupTree(array_map(static fn (string $json) => json_decode($json, true) ?: [], $items), $locale))->choices();
    }

    /** Whether the list has been read; not if it is off. */
    private function has(string $list): bool
    {
        return ($this->state($list)['position'] ?? '') !== '';
    }

    /**
     * The rows of these lists as they are shown.
     *
     * @param list<string> $lists
     */
    private function ofLists(string $table, array $lists): SelectInterface
    {
        $query = $this->database->select($table, 'r');
        $isOne = $query->orConditionGroup();
        foreach ($lists as $list) {
            $generation = (int) ($this->state($list)['shown'] ?? 0);
            $isOne->condition($query->andConditionGroup()->condition('list', $list)->condition('generation', $generation));
        }
        return $query->condition($isOne);
    }

    /**
     * What belongs to one of the groups, or to none. One that the copy does not know is no longer public.
     *
     * @param list<string> $lists
     */
    private function isInGroups(ConditionInterface $isOne, PublicationFilters $filters, array $lists): ConditionInterface
    {
        $known = fn (): SelectInterface => $this->ofLists(self::GROUPS, ['groups'])->fields('r', ['id']);
        $grouped = fn (): SelectInterface =>
            $this->ofLists(self::GROUP_ITEMS, $lists)->fields('r', ['id'])->condition('group_id', $known(), 'IN');
        $ids = array_values(array_diff($filters->groups ?? [], [PublicationFilters::NO_GROUP]));
        if ($ids !== []) {
            $query = $grouped()->condition('group_id', $ids, 'IN');
            $isOne->condition('id', $filters->subgroups ? $query : $query->condition('is_direct', 1), 'IN');
        }
        if ($ids !== $filters->groups) {
            $isOne->condition('id', $grouped(), 'NOT IN');
        }
        return $isOne;
    }

    /** @param array<string, mixed>|null $item */
    private function storeGroup(int $generation, string $id, ?array $item): void
    {
        $key = ['generation' => $generation, 'id' => substr($id, 0, 80)];
        if ($item === null) {
            $this->database->delete(self::GROUPS)->condition('generation', $generation)->condition('id', $key['id'])->execute();
            return;
        }
        $row = ['list' => 'groups', 'item' => json_encode($item, JSON_THROW_ON_ERROR)];
        $this->database->merge(self::GROUPS)->keys($key)->fields($row)->execute();
    }

    /**
     * A publication, or a work without a DOI.
     *
     * @param array<string, mixed>|null $item
     */
    private function store(string $list, int $generation, string $name, ?array $item): void
    {
        $id = sha1(strtolower($list === 'works' ? "work:$name" : $name));
        $others = [self::RESEARCHERS, self::GROUP_ITEMS];
        foreach ($item === null ? [self::ROWS, ...$others] : $others as $table) {
            $this->database->delete($table)->condition('generation', $generation)->condition('id', $id)->execute();
        }
        if ($item === null) {
            return;
        }
        $publication = new Item($item);
        $this->database->merge(self::ROWS)->keys(['generation' => $generation, 'id' => $id])->fields([
            'list' => $list,
            'published' => substr($publication->date() ?? '', 0, 10),
            'year' => $publication->year(),
            'type' => $publication->type() === null ? null : mb_substr($publication->type(), 0, 100),
            'open_access_status' => $publication->openAccessStatus(),
            'license' => $publication->licenses()[0] ?? null,
            'license_family' => $publication->licenses()[1] ?? null,
            'item' => json_encode($item, JSON_THROW_ON_ERROR),
        ])->execute();
        foreach ($publication->researchers() as $orcid) {
            $key = ['generation' => $generation, 'orcid' => substr($orcid, 0, 19), 'id' => $id];
            $this->database->merge(self::RESEARCHERS)->keys($key)->fields(['list' => $list])->execute();
        }
        foreach ($publication->groups() as $group => $isDirect) {
            $key = ['generation' => $generation, 'group_id' => substr((string) $group, 0, 80), 'id' => $id];
            $fields = ['list' => $list, 'is_direct' => $isDirect ? 1 : 0];
            $this->database->merge(self::GROUP_ITEMS)->keys($key)->fields($fields)->execute();
        }
    }

    private function deleteAllBut(string $list, int $generation): void
    {
        foreach (self::TABLES[$list] as $table) {
            $isOther = $this->database->delete($table)->condition('generation', $generation, '<>');
            $isOther->condition('list', $list)->execute();
        }
    }

    /** @return array<string, mixed>|null */
    private function state(string $list): ?array
    {
        $fields = ['position', 'etag', 'generation', 'shown'];
        $query = $this->database->select(self::LISTS, 'l')->fields('l', $fields)->condition('list', $list);
        return $query->execute()->fetchAssoc() ?: null;
    }
}
