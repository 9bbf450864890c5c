<?php

declare(strict_types=1);

use PHPUnit\Framework\TestCase;
use PublicationRegistry\Item;
use PublicationRegistry\PublicationHtml;

final class PublicationHtmlTest extends TestCase
{
    private const LABELS =
        ['openAccess' => 'Open access', 'retracted' => 'Retracted', 'noYear' => 'No year', 'moreAuthors' => '%s authors'];

    /** @param array<string, mixed> $citation */
    private static function item(array $citation = [], array $fields = []): Item
    {
        return new Item($fields + [
            'doi' => '10.5555/a<b>',
            'doi_url' => 'https://doi.org/10.5555/a%3Cb%3E',
            'title' => ['de' => 'Der Brennofen', 'en' => 'The kiln'],
            'publication_date' => '2020-04-01',
            'publication_year' => 2020,
            'publication_type' => 'journal-article',
            'is_retracted' => false,
            'citation' => $citation + [
                'authors' => [
                    self::author('Ada Other'),
                    self::author('Josiah Carberry', '0000-0002-1825-0097', 'josiah-carberry'),
                ],
                'author_count' => 2,
                'container_title' => 'Journal of Kilns',
                'volume' => '12',
                'issue' => '3',
                'pages' => '45–67',
                'publisher' => 'Kiln Press',
                'open_access' => ['status' => 'gold', 'url' => 'https://free.example/a'],
                'retraction' => null,
                'text' => 'Other, A., & Carberry, J. (2020). The kiln.',
            ],
        ]);
    }

    /** @return array<string, mixed> */
    private static function author(string $name, ?string $orcid = null, ?string $slug = null, ?int $position = null): array
    {
        return ['name' => $name, 'orcid' => $orcid, 'person_slug' => $slug, 'is_member' => $slug !== null]
            + ($position === null ? [] : ['position' => $position]);
    }

    public function testOwnAuthorsAreBoldAndLinkedAndTheTitleHasItsLanguage(): void
    {
        $html = new PublicationHtml(self::LABELS, 'de_AT', null, static fn (string $slug) => "/people/?p=$slug&x");
        self::assertSame(
            '<span class="pubreg-authors"><bdi>Ada Other</bdi>, <strong class="pubreg-member">'
            . '<a href="/people/?p=josiah-carberry&amp;x"><bdi>Josiah Carberry</bdi></a></strong></span>'
            . ' <span class="pubreg-year">(2020)</span>'
            . ' <a class="pubreg-title" dir="auto" lang="de" href="https://doi.org/10.5555/a%3Cb%3E">Der Brennofen</a>'
            . ' <i class="pubreg-container" dir="auto">Journal of Kilns</i>, 12(3), 45–67'
            . ' <a class="pubreg-oa" href="https://free.example/a">Open access</a>',
            $html->item(self::item()),
        );
    }

    public function testAWorkWithoutADoiLeadsToItsOwnAddress(): void
    {
        $work = new Item([
            'id' => 'w1',
            'title' => 'A <report>',
            'work_type' => 'working-paper',
            'publication_year' => 2021,
            'href' => 'https://orcid.org/x/work/1',
            'groups' => [['id' => 'arts', 'is_direct' => false], ['id' => '2024', 'is_direct' => true], ['id' => 7], 'x'],
        ]);
        $html = new PublicationHtml(self::LABELS, 'en', static fn (string $doi) => "/pages/$doi");
        self::assertSame(
            ' <span class="pubreg-year">(2021)</span>'
            . ' <a class="pubreg-title" dir="auto" href="https://orcid.org/x/work/1">A &lt;report&gt;</a>',
            $html->item($work),
        );
        self::assertSame(['', 'report', null], [$work->doi(), $work->type(), $work->openAccessStatus()]);
        self::assertSame(['arts' => false, 2024 => true], $work->groups());
        $urn = new Item(['title' => 'Without an address', 'href' => 'urn:uuid:1', 'work_type' => 'artistic-performance']);
        self::assertStringNotContainsString('href', $html->item($urn));
        self::assertSame(['artistic-performance', []], [$urn->type(), $urn->groups()]);
    }

    public function testManyAuthorsAreCutButOwnOnesAreNamed(): void
    {
        $authors = array_map(static fn (int $number) => self::author("A$number"), range(0, 29));
        $authors[] = self::author('Far Member', null, 'far', 99);
        $html = new PublicationHtml(self::LABELS, mostAuthors: 2);
        self::assertSame(
            'A0, A1, …, Far Member … 3000 authors',
            strip_tags($html->authors(self::item(['authors' => $authors, 'author_count' => 3000]))),
        );
    }

    public function testYearsAreHeadingsInTheOrderOfTheItems(): void
    {
        $items = [self::item(), self::item(), self::item([], ['publication_year' => null])];
        $html = new PublicationHtml(self::LABELS);
        preg_match_all('~<h4[^>]*>(.*?)</h4>|<li~', $html->list($items, $html->yearOf(...), 4), $found);
        self::assertSame(['2020', '', '', 'No year', ''], $found[1]);
    }

    public function testNothingOfTheRegistryBecomesMarkupOrACode(): void
    {
        $hostile = '"><img src=x onerror=alert(1)>&\'';
        $evil = ['status' => 'green', 'url' => 'javascript:alert(1)'];
        $citation = array_fill_keys(['container_title', 'volume', 'issue', 'pages', 'publisher', 'text'], $hostile)
            + ['open_access' => $evil, 'authors' => [self::author($hostile, $hostile, $hostile)], 'author_count' => 9];
        $fields = ['title' => [$hostile => $hostile], 'doi' => $hostile, 'doi_url' => "javascript:$hostile"];
        $html = new PublicationHtml(
            self::LABELS,
            'en',
            static fn (string $doi) => "/p/$doi",
            static fn (string $slug) => "/q/$slug",
        );
        $shown = $html->list([self::item($citation, $fields)], static fn () => $hostile);
        $document = new DOMDocument();
        self::assertTrue($document->loadHTML("<?xml encoding=\"UTF-8\"><body>$shown</body>", LIBXML_NOERROR));
        $names = [];
        foreach ((new DOMXPath($document))->query('//body//* | //body//@*') as $node) {
            $names[$node->nodeName] = true;
            self::assertStringNotContainsString('javascript:', $node instanceof DOMAttr ? $node->value : '');
        }
        $known = ['h3', 'class', 'ul', 'li', 'span', 'strong', 'a', 'href', 'bdi', 'dir', 'lang', 'i'];
        self::assertSame([], array_diff(array_keys($names), $known));
        self::assertStringContainsString($hostile, $document->textContent);
    }

    public function testHighwireTagsNameWhatAReaderOfThePageNeeds(): void
    {
        self::assertSame([
            ['citation_title', 'The kiln'],
            ['citation_author', 'Ada Other'],
            ['citation_author', 'Josiah Carberry'],
            ['citation_author_orcid', 'https://orcid.org/0000-0002-1825-0097'],
            ['citation_publication_date', '2020/04/01'],
            ['citation_journal_title', 'Journal of Kilns'],
            ['citation_volume', '12'],
            ['citation_issue', '3'],
            ['citation_firstpage', '45'],
            ['citation_lastpage', '67'],
            ['citation_publisher', 'Kiln Press'],
            ['citation_doi', '10.5555/a<b>'],
        ], self::item()->citationTags());
    }

    /** A registry of another version, or an item without a citation, is no reason to fail. */
    public function testItemsMayLackAnything(): void
    {
        $html = new PublicationHtml(self::LABELS);
        $odd = ['doi' => '10.5555/x', 'title' => null, 'citation' => ['authors' => ['x', ['name' => null]], 'volume' => 3]];
        foreach ([['doi' => '10.5555/x'], $odd, ['doi' => '10.5555/x', 'citation' => null, 'publication_year' => '2020']] as $item) {
            $shown = $html->item(new Item($item));
            self::assertSame('10.5555/x', trim(strip_tags($shown)));
        }
    }
}
