import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeRules, mergeSources } from '#src/records/publications/merge-sources.ts';
import { Bibliography, type BibliographyField, emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { enrichmentNames, sourcesOfField } from '#src/vocabulary/sources/declarations.ts';
import { anAuthor } from '../support/builders.ts';

const of = (fields: Partial<Bibliography> = {}): Bibliography => ({ ...emptyBibliography, ...fields });

function merged(agency: Partial<Bibliography>, openalex: Partial<Bibliography>, ...orcid: Partial<Bibliography>[]) {
  return mergeSources({ agency: [of(agency)], openalex: [of(openalex)], orcid: orcid.map(of) });
}

const fields = Object.keys(mergeRules) as BibliographyField[];

describe('every field', () => {
  test('has a rule, and rules are for fields only', () => {
    expect(fields.sort()).toEqual(Object.keys(emptyBibliography).sort());
    expect(fields.sort()).toEqual(Object.keys(Bibliography.shape).sort());
  });

  /** A value of each field's type that identifies its source. */
  const sampleOf = (field: BibliographyField, source: string): unknown => {
    const years = { agency: 2001, openalex: 2002, orcid: 2003 } as Record<string, number>;
    if (field === 'authors' || field === 'editors') return [anAuthor(`${source} ${field}`)];
    if (field === 'funders') return [{ name: source, doi: null, ror: null, awards: [], award_details: [] }];
    if (/^(publication_)?date|_date$/.test(field)) return String(years[source]);
    if (field === 'publication_year' || field === 'cited_by_count') return years[source];
    if (field === 'is_retracted') return false;
    if (field === 'integrity') return [{ kind: 'correction', date: null, doi: `10.5555/${source}`, source }];
    if (field === 'open_access_status') return 'gold';
    return Array.isArray(emptyBibliography[field]) ? [source] : source;
  };
  const all = (source: string): Bibliography => ({
    ...emptyBibliography,
    ...Object.fromEntries(fields.map((field) => [field, sampleOf(field, source)])),
  });

  test('is from the best source that has it, and is told to be', () => {
    for (const field of fields) {
      const from = sourcesOfField(field);
      for (const [index, kind] of from.entries()) {
        // The sources up to this one have everything except the field; later ones have the field.
        const sources = Object.fromEntries(
          ['agency', ...enrichmentNames, 'orcid'].map((each) => {
            const isBefore = from.indexOf(each as (typeof from)[number]) < index;
            const known = isBefore ? { ...all(each), [field]: emptyBibliography[field] } : all(each);
            // These depend on other fields of a source.
            const alike = {
              title: field === 'title' ? known.title : 'same',
              license_url: field === 'license_url' ? known.license_url : 'same',
              publication_type: field === 'publication_type' ? known.publication_type : 'same',
            };
            return [each, [of({ ...known, ...alike })]];
          }),
        );
        const { bibliography, origins } = mergeSources(sources as never);
        // Fields that have the values of all sources.
        const isUnion = field === 'relations' || field === 'integrity' || field === 'funders';
        const expected = isUnion ? from.slice(index).flatMap((each) => sampleOf(field, each)) : sampleOf(field, kind);
        if (field !== 'publication_year') expect([field, bibliography[field]]).toEqual([field, expected]);
        expect([field, origins[field]]).toEqual([field, kind]);
      }
    }
  });

  test('that no source has is empty and has no origin', () => {
    expect(merged({}, {}, {})).toEqual({ bibliography: emptyBibliography, origins: {} });
  });

  test('of any sources is a value that one of them has', () => {
    const bibliography = fc.record({
      publication_date: fc.constantFrom(null, '2019', '2019-02', '2019-02-07', '2019-01-01', '2020'),
      publication_type: fc.constantFrom(null, 'other', 'book', 'dataset'),
      container_title: fc.constantFrom(null, 'A', 'B'),
      is_retracted: fc.constantFrom(null, true, false),
    });
    fc.assert(
      fc.property(fc.array(bibliography, { maxLength: 2 }), fc.array(bibliography), (agency, orcid) => {
        const sources = { agency: agency.map(of), openalex: [], orcid: orcid.map(of) };
        const result = mergeSources(sources).bibliography;
        for (const field of ['publication_date', 'publication_type', 'is_retracted'] as const) {
          const said = [...sources.agency, ...(field === 'is_retracted' ? [] : sources.orcid)].map((one) => one[field]);
          expect([null, ...said]).toContain(result[field]);
          if (result[field] === null) expect(said.every((value) => value === null)).toBe(true);
        }
      }),
    );
  });
});

describe('the date', () => {
  test.each([
    [['2019', '2019-02-07'], '2019-02-07', 'openalex'],
    [['2019', null, '2019-02', '2019-02-07'], '2019-02-07', 'orcid'],
    [['2019', '2020-02-07', '2019-05'], '2019-05', 'orcid'],
    [['2019-02-07', '2018'], '2019-02-07', 'agency'],
    [['2019', null, '2019-01-01'], '2019', 'agency'],
    [['2019-03', '2019-03-01'], '2019-03', 'agency'],
    [['2019', '2019-03-01'], '2019-03-01', 'openalex'],
    [[null, null, '2012', '2012-12-08'], '2012-12-08', 'orcid'],
  ] as const)('of %j is %s, from %s', ([agency = null, openalex = null, ...orcid], date, origin) => {
    const dated = (publication_date: string | null) => ({
      publication_date,
      publication_year: Number(publication_date?.slice(0, 4)) || null,
    });
    const { bibliography, origins } = merged(dated(agency), dated(openalex), ...orcid.map(dated));
    expect([bibliography.publication_date, origins.publication_date]).toEqual([date, origin]);
    expect(bibliography.publication_year).toBe(Number(date.slice(0, 4)));
  });
});

describe('the type', () => {
  test.each([
    ['journal-article', 'posted-content', 'book', 'journal-article'],
    ['other', 'posted-content', 'book', 'posted-content'],
    ['other', null, 'proceedings-article', 'proceedings-article'],
    [null, 'posted-content', 'other', 'posted-content'],
    ['other', null, 'other', 'other'],
  ])('of %s, %s, %s is %s', (agency, openalex, orcid, publication_type) => {
    const { bibliography } = merged(
      { publication_type: agency },
      { publication_type: openalex },
      { publication_type: orcid },
    );
    expect(bibliography.publication_type).toBe(publication_type);
  });

  test('has the subtype of a source that says the same type', () => {
    const openalex = { publication_type: 'report', publication_subtype: 'working-paper' };
    const orcid = { publication_type: 'posted-content', publication_subtype: 'preprint' };
    expect(merged({ publication_type: 'posted-content' }, openalex, orcid).bibliography.publication_subtype).toBe(
      'preprint',
    );
    expect(merged({ publication_type: 'book' }, openalex, orcid).bibliography.publication_subtype).toBeNull();
  });
});

describe('the venue', () => {
  test.each([
    ['journal-article', null, 'Journal', 'Journal'],
    ['book', null, 'eBooks', null],
    ['book', 'Named by the agency', 'eBooks', 'Named by the agency'],
    ['dataset', null, 'Archive', null],
    [null, null, 'Journal', 'Journal'],
  ])('of a %s that the agency says is in %s, and others in %s, is %s', (type, agency, other, expected) => {
    const own = { publication_type: type, container_title: agency };
    expect(merged(own, { container_title: other }).bibliography.container_title).toBe(expected);
    expect(merged(own, {}, { container_title: other }).bibliography.container_title).toBe(expected);
  });

  test('of a book that no agency knows is what others name', () => {
    const book = { publication_type: 'book', container_title: 'Kiln Studies' };
    expect(merged({}, {}, book).bibliography.container_title).toBe('Kiln Studies');
  });

  test('has an article number or pages, not one as the other', () => {
    expect(merged({ article_number: 'e5' }, { pages: 'e5' }).bibliography).toMatchObject({
      article_number: 'e5',
      pages: null,
    });
    expect(merged({ article_number: 'e5' }, { pages: '1-9' }).bibliography.pages).toBe('1-9');
    expect(merged({ article_number: 'e5', pages: 'e5' }, {}).bibliography.pages).toBe('e5');
  });
});

describe('the title', () => {
  test('has its own markup, not that of another', () => {
    const openalex = { title: 'Pots', title_html: '<i>Pots</i>' };
    expect(merged({ title: 'Cracked pots' }, openalex).bibliography.title_html).toBeNull();
    expect(merged({}, openalex).bibliography.title_html).toBe('<i>Pots</i>');
  });

  test('has no subtitle that it contains', () => {
    const title = 'On Cracked Pots: A Study';
    expect(merged({ title }, {}, { subtitle: 'a study' }).bibliography.subtitle).toBeNull();
    expect(merged({ title }, {}, { subtitle: 'Part 2' }).bibliography.subtitle).toBe('Part 2');
    const translated = { en: 'On Pots', de: 'Töpfe: "eine Studie"' };
    expect(merged({ title: translated }, {}, { subtitle: '"Eine Studie"' }).bibliography.subtitle).toBeNull();
    expect(merged({ title: translated }, {}, { subtitle: 'de' }).bibliography.subtitle).toBe('de');
  });
});

test.each([
  [true, null, true, 'agency'],
  [false, true, true, 'openalex'],
  [null, false, false, 'openalex'],
  [null, null, null, undefined],
])('retracted: the agency says %s, OpenAlex says %s: %s, by %s', (agency, openalex, expected, origin) => {
  const { bibliography, origins } = merged({ is_retracted: agency }, { is_retracted: openalex });
  expect([bibliography.is_retracted, origins.is_retracted]).toEqual([expected, origin]);
});

test('funders of all sources are merged, with the awards of all', () => {
  const funder = (fields: object) => ({ name: null, doi: null, ror: null, awards: [], award_details: [], ...fields });
  const { bibliography } = merged(
    { funders: [funder({ name: 'Kiln Fund', doi: '10.13039/1', awards: ['A-1'] })] },
    {
      funders: [
        funder({ name: 'kiln fund', ror: 'https://ror.org/021nxhr62', awards: ['a‐1', 'B-2'] }),
        funder({ name: 'Clay Fund' }),
      ],
    },
  );
  expect(bibliography.funders).toEqual([
    funder({ name: 'Kiln Fund', doi: '10.13039/1', ror: 'https://ror.org/021nxhr62', awards: ['A-1', 'B-2'] }),
    funder({ name: 'Clay Fund' }),
  ]);
});

test('a funder without a name gets that of the organization of an author with the same ROR iD', () => {
  const [ror, other] = ['https://ror.org/021nxhr62', 'https://ror.org/05gq02987'];
  const funder = (id: string) => ({ name: null, doi: null, ror: id, awards: [], award_details: [] });
  const details = [{ printed: 'Kiln Lab, Lyon', name: 'Kiln Laboratory', ror, country: null }];
  const { bibliography } = merged(
    { authors: [anAuthor('Ann Other')], funders: [funder(ror), funder(other)] },
    { authors: [{ ...anAuthor('Ann Other'), affiliation_details: details }] },
  );
  expect(bibliography.funders.map(({ name }) => name)).toEqual(['Kiln Laboratory', null]);
});

test('the licence is named by the source that gives its address', () => {
  const address = 'https://example.org/terms';
  expect(merged({ license_url: address }, { license: 'cc-by' }).bibliography.license).toBeNull();
  expect(merged({}, { license: 'cc-by' }).bibliography.license).toBe('cc-by');
});

describe('authors', () => {
  const ror = 'https://ror.org/021nxhr62';
  const clay = { printed: 'Dept. of Clay, Clay University', name: 'Clay University', ror, country: 'FR' };
  const kiln = { printed: 'Kiln Lab', name: 'Kiln Laboratory', ror: 'https://ror.org/05gq02987', country: 'DE' };
  const [carberry, lovelace] = ['0000-0002-1825-0097', '0000-0001-5109-3700'];
  const at = (name: string, orcid: string | null = null, fields: object = {}) => ({
    ...anAuthor(name, orcid),
    ...fields,
  });
  const known = (name: string, orcid: string | null = null) =>
    at(name, orcid, { affiliations: ['Clay University'], affiliation_details: [clay], is_corresponding: true });
  const joined = (agency: ReturnType<typeof at>[], openalex: ReturnType<typeof at>[]) =>
    merged({ authors: agency }, { authors: openalex }).bibliography.authors;
  const more = { affiliations: ['Clay University'], affiliation_details: [clay], is_corresponding: true };

  test('keep their contributions beside what OpenAlex adds', () => {
    const roles = { credit_roles: ['software' as const] };
    expect(joined([at('Josiah Carberry', null, roles)], [known('J. Carberry')])).toEqual([
      at('Josiah Carberry', null, { ...roles, ...more }),
    ]);
  });

  test.each([
    ['the same name', 'Josiah Carberry', null, 'Josiah Carberry', null, true],
    ['initials', 'Josiah S. Carberry', null, 'J. Carberry', null, true],
    ['accents, case and an order of its own', 'CARBERRY Jósiah', null, 'Josiah Carberry', null, true],
    ['one iD', 'Josiah Carberry', carberry, 'J. Carberry', null, true],
    ['another family name', 'Josiah Carberry', null, 'Josiah Clay', null, false],
    ['another given name', 'Josiah Carberry', null, 'Ann Carberry', null, false],
    ['two iDs', 'Josiah Carberry', carberry, 'Josiah Carberry', lovelace, false],
    ['only a family name', 'Carberry', null, 'Josiah Carberry', null, false],
  ])('at one position with %s: %s, %s; %s, %s; joined: %s', (_, name, orcid, otherName, otherOrcid, isJoined) => {
    const author = at(name, orcid);
    expect(joined([author], [known(otherName, otherOrcid)])).toEqual([isJoined ? { ...author, ...more } : author]);
  });

  test('are joined by iD at any position, unless several have it, and else only at the same position', () => {
    const [ann, ada] = [at('Ann Other'), at('Ada Countess', lovelace)];
    expect(joined([ann, ada], [known('A. Lovelace', lovelace)])).toEqual([ann, { ...ada, ...more }]);
    expect(joined([ann, ada, { ...ann, orcid: lovelace }], [known('A. Lovelace', lovelace)])).not.toContainEqual(
      expect.objectContaining(more),
    );
    expect(joined([ada, ann], [known('Ann Other'), at('Ada Countess')])).toEqual([ada, ann]);
  });

  test("keep the agency's affiliations, each with what OpenAlex says of the same one", () => {
    const printed = ['dept of clay, Clay University', 'The Kiln Laboratory, Bonn', 'At home'];
    const other = at('Josiah Carberry', null, { affiliations: ['x'], affiliation_details: [clay, kiln] });
    const [author] = joined([at('Josiah Carberry', null, { affiliations: printed })], [other]);
    expect(author).toEqual(
      at('Josiah Carberry', null, {
        affiliations: printed,
        affiliation_details: [
          { ...clay, printed: printed[0] },
          { ...kiln, printed: printed[1] },
          { printed: printed[2], name: null, ror: null, country: null },
        ],
      }),
    );
    const own = { printed: 'Dept. of Clay, Clay University', name: null, ror: kiln.ror, country: null };
    const stated = at('Josiah Carberry', null, { affiliations: [own.printed], affiliation_details: [own] });
    expect(joined([stated], [known('Josiah Carberry')])[0]?.affiliation_details).toEqual([own]);
    expect(joined([stated], [other])[0]?.affiliation_details).toEqual([{ ...own, name: kiln.name, country: 'DE' }]);
  });

  test('of OpenAlex alone stay as they are', () => {
    const { bibliography, origins } = merged({}, { authors: [known('Josiah Carberry')] });
    expect([bibliography.authors, origins.authors]).toEqual([[known('Josiah Carberry')], 'openalex']);
  });
});
