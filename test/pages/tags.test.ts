import { describe, expect, test } from '@jest/globals';
import { describedRecord } from '#src/formats/described-record.ts';
import { coins } from '#src/publishing/pages/coins.ts';
import { highwireTags } from '#src/publishing/pages/highwire.ts';
import { listCitation } from '#src/records/citations/list-citation.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import { shownPublication } from '#src/records/publications/publication.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { aRecord, group, person } from '../formats/records.ts';
import { aBibliography } from '../support/builders.ts';

function tagsOf(original: Partial<Bibliography>): string[] {
  const record = aRecord({ original: aBibliography(original) });
  const publication = shownPublication(record);
  const tags = highwireTags({
    doi: record.doi,
    said: describedRecord(record, publication),
    type: typeNamesOf(publication.publication_type).csl,
    title: 'Pots',
    titleLanguage: undefined,
    date: null,
    year: null,
    institution: undefined,
    url: 'https://example.org/pots',
  });
  return tags.flatMap(([name, content]) => (content === undefined ? [] : `${name}: ${content}`));
}

function coinsOf(original: Partial<Bibliography>): string[] {
  const record = aRecord({ original: aBibliography(original) });
  const { csl } = typeNamesOf(shownPublication(record).publication_type);
  const span = coins({
    doi: record.doi,
    url: undefined,
    title: 'Pots',
    type: csl,
    date: null,
    issn: null,
    citation: listCitation(record),
  });
  const [, context = ''] = /title="([^"]*)"/.exec(span.markup) ?? [];
  return [...new URLSearchParams(context.replaceAll('&amp;', '&'))].map(([name, value]) => `${name}: ${value}`);
}

const authors = [person('Ann', 'Kiln'), group('Clay, Glaze and Kiln Group')];

describe('tags of pages', () => {
  test.each<[Partial<Bibliography>, string[], RegExp]>([
    [
      { publication_type: 'book', series_title: 'Kiln Studies', isbn: ['9783161484100'] },
      ['citation_series_title: Kiln Studies', 'citation_isbn: 9783161484100', 'DC.type: book'],
      /journal_title/,
    ],
    [
      { publication_type: 'monograph', container_title: 'Glaze Library', isbn: ['9783161484100'] },
      ['citation_series_title: Glaze Library'],
      /journal_title/,
    ],
    [
      { publication_type: 'book-chapter', container_title: 'The book', series_title: 'Kiln Studies' },
      ['citation_series_title: Kiln Studies', 'citation_inbook_title: The book'],
      /journal_title|DC.type/,
    ],
    [
      { publication_type: 'journal-article', container_title: 'Kilns', editors: [person('Ed', 'Handler')] },
      ['citation_journal_title: Kilns'],
      /Handler|DC.type/,
    ],
  ])('%j', (original, lines, missing) => {
    const tags = tagsOf(original);
    expect(tags).toEqual(expect.arrayContaining(lines));
    expect(tags.join('\n')).not.toMatch(missing);
  });

  test('a paper is one, because the last tag that says a type does so', () => {
    const paper = { publication_type: 'proceedings-article', container_title: 'Proceedings of the Kiln Days' };
    const places = (tags: string[]) => tags.filter((tag) => /_(conference|inbook|journal|series)/.test(tag));
    expect(places(tagsOf({ ...paper, event_title: 'Kiln Days', series_title: 'Kiln Notes' }))).toEqual([
      'citation_series_title: Kiln Notes',
      'citation_inbook_title: Proceedings of the Kiln Days',
      'citation_conference_title: Kiln Days',
    ]);
    expect(places(tagsOf(paper)).at(-1)).toBe('citation_conference_title: Proceedings of the Kiln Days');
  });

  test.each([
    ['dataset', 'dataset'],
    ['software', 'computerProgram'],
    ['posted-content', 'preprint'],
    ['standard', 'standard'],
    ['conference-poster', 'presentation'],
    ['patent', 'patent'],
  ])('a %s is a %s, and in no journal', (publication_type, type) => {
    const tags = tagsOf({ publication_type, container_title: 'kilnRxiv' });
    expect(tags).toContain(`DC.type: ${type}`);
    expect(tags.join()).not.toContain('citation_journal_title');
  });

  test('names have the family first, and groups end with their only comma', () => {
    const names = tagsOf({ authors }).filter((tag) => tag.startsWith('citation_author:'));
    expect(names).toEqual(['citation_author: Kiln, Ann', 'citation_author: Clay Glaze and Kiln Group,']);
  });
});

describe('COinS', () => {
  test.each<[Partial<Bibliography>, string[]]>([
    [
      { publication_type: 'book', container_title: 'Glaze Library' },
      ['rft_val_fmt: info:ofi/fmt:kev:mtx:book', 'rft.genre: book', 'rft.btitle: Pots', 'rft.series: Glaze Library'],
    ],
    [
      { publication_type: 'proceedings-article', container_title: 'Kiln Days' },
      ['rft_val_fmt: info:ofi/fmt:kev:mtx:book', 'rft.genre: proceeding', 'rft.atitle: Pots', 'rft.btitle: Kiln Days'],
    ],
    [
      { publication_type: 'posted-content', container_title: 'kilnRxiv' },
      ['rft_val_fmt: info:ofi/fmt:kev:mtx:dc', 'rft.type: preprint', 'rft.title: Pots', 'rft.source: kilnRxiv'],
    ],
    [{ publication_type: 'software' }, ['rft.type: computerProgram', 'rft.title: Pots']],
    [
      { publication_type: 'journal-article', container_title: 'Kilns' },
      ['rft.genre: article', 'rft.atitle: Pots', 'rft.jtitle: Kilns'],
    ],
    [{ authors }, ['rft.au: Kiln, Ann', 'rft.au: Clay Glaze and Kiln Group,', 'rft.aulast: Kiln']],
  ])('%j', (original, parts) => {
    expect(coinsOf(original)).toEqual(expect.arrayContaining(parts));
  });
});
