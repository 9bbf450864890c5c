<?php

declare(strict_types=1);

namespace Drupal\publication_registry;

use Drupal\Core\Database\Connection;
use PublicationRegistry\ChangePage;
use PublicationRegistry\Checkpoint;
use PublicationRegistry\Copy;
use PublicationRegistry\Item;
use PublicationRegistry\PublicationFilters;
use Throwable;

require_once __DIR__ . '/autoload_client.php';

/**
 * The copy of the publications. Rows have a generation: a copy that starts over is built beside the one that is shown,
 * so that visitors never see half of it.
 */
final class DatabaseCopy implements Copy
{
    private const ROWS = 'publication_registry_publications';
    private const RESEARCHERS = 'publication_registry_researchers';
    private const LISTS = 'publication_registry_lists';

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
        return [
            self::ROWS => [
                'description' => 'Public publications of the registry.',
                'fields' => [
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
                    'generation' => $number,
                    'orcid' => ['type' => 'varchar_ascii', 'length' => 19] + $required,
                    'id' => $id,
                ],
                'primary key' => ['generation', 'orcid', 'id'],
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
                $this->deleteAllBut($shown);
            }
            foreach ($page->changes as $change) {
                $this->store($generation, $change['id'], $change['item']);
            }
            if (!$page->hasMore && $shown !== $generation) {
                $shown = $generation;
                $this->deleteAllBut($shown);
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
            foreach ([self::LISTS, self::ROWS, self::RESEARCHERS] as $table) {
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
     * @return list<Item>
     */
    public function find(PublicationFilters $filters, int $limit): array
    {
        // Drupal refuses a condition without values, which nothing meets.
        if (in_array([], [$filters->types, $filters->openAccessStatuses, $filters->licenses], true)) {
            return [];
        }
        $generation = (int) ($this->state('publications')['shown'] ?? 0);
        $query = $this->database->select(self::ROWS, 'p')
            ->fields('p', ['item'])
            ->condition('generation', $generation)
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
            $theirs = $this->database->select(self::RESEARCHERS, 'r')
                ->fields('r', ['id'])
                ->condition('generation', $generation)
                ->condition('orcid', $filters->orcids, 'IN');
            $query->condition('id', $theirs, 'IN');
        }
        return array_map(
            static fn (string $json) => new Item(json_decode($json, true) ?: []),
            $query->execute()->fetchCol(),
        );
    }

    /** @param array<string, mixed>|null $item */
    private function store(int $generation, string $doi, ?array $item): void
    {
        $id = sha1(strtolower($doi));
        foreach ($item === null ? [self::ROWS, self::RESEARCHERS] : [self::RESEARCHERS] as $table) {
            $this->database->delete($table)->condition('generation', $generation)->condition('id', $id)->execute();
        }
        if ($item === null) {
            return;
        }
        $publication = new Item($item);
        $this->database->merge(self::ROWS)->keys(['generation' => $generation, 'id' => $id])->fields([
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
            $this->database->merge(self::RESEARCHERS)->keys($key)->execute();
        }
    }

    private function deleteAllBut(int $generation): void
    {
        foreach ([self::ROWS, self::RESEARCHERS] as $table) {
            $this->database->delete($table)->condition('generation', $generation, '<>')->execute();
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
