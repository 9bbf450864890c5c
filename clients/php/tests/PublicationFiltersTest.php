<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use PublicationRegistry\InvalidFilter;
use PublicationRegistry\Item;
use PublicationRegistry\PublicationFilters;

/** Whether copies find by these filters what the registry finds is tested with the plugins. */
final class PublicationFiltersTest extends TestCase
{
    private const JOSIAH = '0000-0002-1825-0097';

    public function testNothingIsNoFilter(): void
    {
        $empty = array_fill_keys(PublicationFilters::NAMES, '') + ['publication_yeer' => '2020', 'filters' => true];
        foreach ([[], $empty, array_fill_keys(PublicationFilters::NAMES, null)] as $given) {
            $parsed = get_object_vars(PublicationFilters::parse($given));
            self::assertSame([...array_fill(0, 8, null), true], array_values($parsed));
        }
    }

    public function testSeveralValuesAreSeparatedOrAList(): void
    {
        foreach (["Journal-Article |\u{a0}dataset|journal-article", [' Journal-Article', 'dataset']] as $types) {
            self::assertSame(['journal-article', 'dataset'], PublicationFilters::parse(['publication_type' => $types])->types);
        }
        $filters = PublicationFilters::parse([
            'publication_year' => [2024, '2026'],
            'publication_year_from' => 2000,
            'publication_year_to' => '2000',
            'open_access_status' => 'gold | green',
            'license' => 'CC-BY|cc0',
            'orcid' => "https://orcid.org/0000-0002-1825-0097/|0000\u{2010}0002 1825 0097|000000021825009 7",
        ]);
        self::assertSame([[2024, 2026], 2000, 2000], [$filters->years, $filters->fromYear, $filters->toYear]);
        self::assertSame(['gold', 'green'], $filters->openAccessStatuses);
        self::assertSame([['cc-by', 'cc0'], [self::JOSIAH]], [$filters->licenses, $filters->orcids]);
        $filters = PublicationFilters::parse(['group_id' => 'Arts | none|arts|färben', 'subgroups' => false]);
        self::assertSame([['arts', 'none'], false], [$filters->groups, $filters->subgroups]);
    }

    public function testAnEmptyValueMatchesNothing(): void
    {
        self::assertSame(['cc0'], PublicationFilters::parse(['license' => 'cc0|'])->licenses);
        self::assertSame([], PublicationFilters::parse(['publication_type' => ' | '])->types);
    }

    /** @dataProvider wrong */
    public function testWhatTheRegistryRefusesIsRefused(string $parameter, mixed $value, array $others = []): void
    {
        try {
            PublicationFilters::parse([$parameter => $value] + $others);
            self::fail('It must throw');
        } catch (InvalidFilter $failure) {
            self::assertSame($parameter, $failure->parameter);
            self::assertStringStartsWith("$parameter must ", $failure->getMessage());
        }
    }

    /** @return list<array{string, mixed, 2?: array<string, string>}> */
    public static function wrong(): array
    {
        return [
            ['publication_year', '2020|'],
            ['publication_year', "2020\n|20x"],
            ['publication_year', '999'],
            ['publication_year', str_repeat('9', 400)],
            ['publication_year_from', ' 2020'],
            ['publication_year_to', "2020\n"],
            ['publication_year_to', '2010', ['publication_year_from' => '2011']],
            ['open_access_status', 'Gold'],
            ['open_access_status', 'gold|'],
            ['license', str_repeat('x', 101)],
            ['license', "\xff"],
            ['license', []],
            ['license', ['a' => ['cc0']]],
            ['license', implode('|', range(1, 101))],
            ['orcid', '0000-0002-1825-0098'],
            ['orcid', '0000-0002-1825-0097 x'],
            ['orcid', 'https://example.org/0000-0002-1825-0097'],
            ['orcid', self::JOSIAH . '|'],
            ['orcid', implode('|', range(1, 351))],
            ['publication_type', str_repeat('x', 8_193)],
            ['group_id', str_repeat('x', 81)],
            ['subgroups', 'yes'],
        ];
    }

    public function testItemsSayWhatTheyAreFoundBy(): void
    {
        $licenses = static fn (?string $license) => (new Item(['license' => $license]))->licenses();
        self::assertSame([['cc-by-4.0', 'cc-by'], ['cc0-1.0', 'cc0']], [$licenses('cc-by-4.0'), $licenses('cc0-1.0')]);
        self::assertSame([['cc-by-nc-nd'], ['mit'], []], [$licenses('cc-by-nc-nd'), $licenses('mit'), $licenses(null)]);
        $author = ['name' => 'A', 'orcid' => self::JOSIAH, 'is_member' => true];
        $item = ['citation' => ['authors' => [$author, ['is_member' => false] + $author], 'open_access' => ['status' => 'gold']]];
        self::assertSame([[self::JOSIAH], 'gold'], [(new Item($item))->researchers(), (new Item($item))->openAccessStatus()]);
        self::assertSame(['x'], (new Item($item + ['researcher_orcids' => ['x', 'x', 1]]))->researchers());
        self::assertSame([[], null], [(new Item([]))->researchers(), (new Item([]))->openAccessStatus()]);
    }
}
