<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use PublicationRegistry\GroupTree;

final class GroupTreeTest extends TestCase
{
    private const NOW_MS = 1_700_000_000_000;

    /** @param array<string, array{?int, ?int}> $parents periods by id */
    private static function group(string $id, mixed $name, array $parents = []): array
    {
        $above = [];
        foreach ($parents as $parent => [$from, $to]) {
            $above[] = ['id' => (string) $parent, 'starts_at' => $from, 'ends_at' => $to];
        }
        return ['id' => $id, 'name' => $name, 'parents' => $above];
    }

    public function testChoicesAreInTheOrderOfTheTreeOfToday(): void
    {
        $always = [null, null];
        $tree = new GroupTree([
            self::group('kilns', ['en' => 'Kilns', 'de' => 'Brennöfen'], ['arts' => $always]),
            self::group('arts', 'Arts'),
            // A centre of two faculties is there once.
            self::group('centre', 'centre of glazes', ['science' => [self::NOW_MS, null], 'arts' => $always]),
            self::group('science', 'Science'),
            self::group('2024', 'Moved', ['arts' => [null, self::NOW_MS], 'science' => [self::NOW_MS, null]]),
            // Its faculty is hidden.
            self::group('alone', '', ['hidden' => $always]),
            self::group('one', 'Round', ['other' => $always]),
            self::group('other', 'Round and round', ['one' => $always]),
            ['id' => 7],
        ], 'de', self::NOW_MS);
        self::assertSame([
            'alone' => 'alone',
            'arts' => 'Arts',
            'kilns' => '– Brennöfen',
            'centre' => '– centre of glazes',
            'science' => 'Science',
            2024 => '– Moved',
            'one' => 'Round',
            'other' => '– Round and round',
        ], $tree->choices());
        self::assertSame(['kilns' => 'Brennöfen', 'science' => 'Science'], $tree->choices(['science', 'kilns', 'unknown']));
        self::assertSame([], (new GroupTree([]))->choices());
    }
}
