<?php

declare(strict_types=1);

namespace Drupal\publication_registry;

use Drupal\Core\Database\Connection;
use PublicationRegistry\ChangePage;
use PublicationRegistry\Checkpoint;
use PublicationRegistry\Copy;
use PublicationRegistry\Item;
use Throwable;

require_once __DIR__ . '/autoload_client.php';

/**
 * The copy of the publications. Rows have a generation: a copy that starts over is built beside the one that is shown,
 * so that visitors never see half of it.
 */
final class DatabaseCopy implements Copy
{
    private const ROWS = 'publication_registry_publications';
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
        return [
            self::ROWS => [
                'description' => 'Public publications of the registry.',
                'fields' => [
                    'generation' => $number,
                    'id' => ['type' => 'varchar_ascii', 'length' => 40] + $required,
                    'published' => ['type' => 'varchar_ascii', 'length' => 10] + $required,
                    'year' => ['type' => 'int'],
                    'members' => $text,
                    'item' => $text,
                ],
                'primary key' => ['generation', 'id'],
                'indexes' => ['published' => ['generation', 'published']],
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
            foreach ([self::LISTS, self::ROWS] as $table) {
                $this->database->delete($table)->execute();
            }
        } catch (Throwable $failure) {
            $transaction->rollBack();
            throw $failure;
        }
    }

    /**
     * The publications that are shown, the newest first.
     *
     * @param string $orcid of a person of the registry; empty for all
     * @return list<Item>
     */
    public function find(string $orcid, int $limit): array
    {
        $query = $this->database->select(self::ROWS, 'p')
            ->fields('p', ['item'])
            ->condition('generation', (int) ($this->state('publications')['shown'] ?? 0))
            ->orderBy('published', 'DESC')
            ->orderBy('id')
            ->range(0, $limit);
        if ($orcid !== '') {
            $query->condition('members', '%' . $this->database->escapeLike(" $orcid ") . '%', 'LIKE');
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
        if ($item === null) {
            $this->database->delete(self::ROWS)->condition('generation', $generation)->condition('id', $id)->execute();
            return;
        }
        $publication = new Item($item);
        $members = array_filter($publication->authors(), static fn (array $author) => $author['isMember']);
        $this->database->merge(self::ROWS)->keys(['generation' => $generation, 'id' => $id])->fields([
            'published' => substr($publication->date() ?? '', 0, 10),
            'year' => $publication->year(),
            'members' => ' ' . implode(' ', array_filter(array_column($members, 'orcid'))) . ' ',
            'item' => json_encode($item, JSON_THROW_ON_ERROR),
        ])->execute();
    }

    private function deleteAllBut(int $generation): void
    {
        $this->database->delete(self::ROWS)->condition('generation', $generation, '<>')->execute();
    }

    /** @return array<string, mixed>|null */
    private function state(string $list): ?array
    {
        $fields = ['position', 'etag', 'generation', 'shown'];
        $query = $this->database->select(self::LISTS, 'l')->fields('l', $fields)->condition('list', $list);
        return $query->execute()->fetchAssoc() ?: null;
    }
}
