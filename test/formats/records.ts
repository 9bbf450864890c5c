import type { IncomingPublication } from '#src/records/publications/publication.ts';
import { applyIncoming, type PublicationRecord } from '#src/records/publications/publication.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { aBibliography, anIncoming, carberry } from '../support/builders.ts';

const now = new Date('2026-01-31T12:00:00Z');

export function aRecord(
  fields: Partial<IncomingPublication>,
  over: Partial<PublicationRecord> = {},
): PublicationRecord {
  return { ...applyIncoming(undefined, anIncoming(fields), [], now), ...over };
}

export const person = (given: string | null, family: string | null): Author => ({
  name: [given, family].filter(Boolean).join(' '),
  given,
  family,
  orcid: null,
  affiliations: [],
});
export const group = (name: string): Author => ({ name, given: null, family: null, orcid: null, affiliations: [] });

/** Invented publications: one with every field, then cases that broke formats. */
export const records: PublicationRecord[] = [
  aRecord({
    doi: '10.5555/pots.2008',
    original: aBibliography({
      title: 'On the cracks of Josiah’s pots: DNA, pH and kilns',
      subtitle: 'A study in psychoceramics',
      authors: [
        {
          ...person('Josiah', 'Carberry'),
          orcid: carberry,
          credit_roles: ['conceptualization', 'writing-review-editing'],
        },
        person('María', 'de la Cruz Núñez'),
        group('Kiln and Glaze Consortium'),
      ],
      editors: [person('Ada', 'Lovelace')],
      publication_date: '2008-02-29',
      publication_year: 2008,
      publication_type: 'journal-article',
      container_title: 'Journal of Psychoceramics & Glazes',
      publisher: 'Nowhere University Press',
      volume: '5',
      issue: '11',
      pages: '1-13',
      issn: ['0264-3561', '1945-2101'],
      abstract: 'Pots crack. We asked why; 100% of them did not answer.',
      language: 'en',
      subjects: ['Ceramics', 'Cracks'],
      url: 'https://example.org/pots?id=1&part=a_b#top',
      pmid: '17656783',
      pmcid: 'PMC1762313',
      handle: '11858/00-001M',
      eid: '2-s2.0-84924388466',
      license_url: 'https://creativecommons.org/licenses/by/3.0/',
      license: 'cc-by-3.0',
      funders: [
        { name: 'Kiln & Glaze Fund', doi: '10.13039/1', ror: null, awards: ['A-1', 'B_2'], award_details: [] },
        { name: null, doi: null, ror: 'https://ror.org/021nxhr62', awards: [], award_details: [] },
      ],
      relations: [{ type: 'has-preprint', doi: '10.48550/arxiv.0801.00001' }],
      publication_subtype: 'review',
      integrity: [{ kind: 'correction', date: '2009', doi: '10.5555/erratum', source: 'publisher' }],
      cited_by_count: 3,
      open_access_status: 'gold',
    }),
  }),
  aRecord({
    doi: '10.5555/translated',
    original: aBibliography({
      title: 'Cracks in >80% of pots--60 <i> kilns | a letter',
      authors: [
        { ...person('Josiah', 'Carberry'), suffix: 'Jr.' },
        { ...person(null, 'Travis'), suffix: 'III' },
      ],
      contributors: [
        { ...person('Ada', 'Lovelace'), role: 'translator' },
        { ...person('Ann', 'Other'), role: 'data-collector' },
      ],
      publication_year: 2013,
      publication_type: 'book',
      publisher: 'Clay and Glaze Press',
      pages: 'S1--S5',
      subjects: ['Pots, cracked', 'Kilns'],
      language: 'en',
    }),
  }),
  aRecord({ doi: '10.5555/silent', original: aBibliography({ title: null }) }),
  aRecord({
    doi: '10.5555/nasty_1%2(a)<b>;c#d{e}',
    original: aBibliography({
      title: '}{ Braces, "quotes", \\commands, $x_1^2$ ~ 5 % & more #1\nER  - \r\nTY  - JOUR',
      authors: [
        person('Sí, "Mo"', 'Smith, Jr.'),
        person(null, 'Plato'),
        group('Bread and Butter, Inc. {Ltd}'),
        person('X', ''),
      ],
      publication_date: '2008-02',
      publication_year: 2008,
      publication_type: 'book-chapter',
      container_title: '=HYPERLINK("http://example.org","Pots")',
      publisher: '@sum(A1)',
      volume: '+1',
      pages: 'S1-12-S1-15',
      isbn: ['978-3-16-148410-0'],
      abstract: '-1\ttab\u2028and\u0085all\u0000the rest',
    }),
  }),
  aRecord(
    {
      doi: '10.5555/retracted',
      original: aBibliography({
        title: 'The Cracked Pot Revisited: A Theory of NASA Glazes and Vitamin C',
        authors: [person('J.', 'Carberry')],
        publication_year: 2008,
        publication_type: 'posted-content',
        article_number: 'e0042',
        language: 'en',
        is_retracted: true,
      }),
    },
    { edits: { publication_year: 2008 } },
  ),
  aRecord({
    doi: '10.5555/kiln',
    original: aBibliography({
      title: { de: 'Über Öfen und Töpfe', en: 'On kilns and pots' },
      subtitle: 'Ein Überblick',
      authors: [person('Žofie', 'Øster-Ångström'), person('明', '李')],
      publication_date: '1999',
      publication_year: 1999,
      publication_type: 'dissertation',
      publisher: 'Universität Nirgendwo',
      language: 'de',
    }),
  }),
  aRecord({
    doi: '10.5555/陶器',
    original: aBibliography({ title: '陶器の割れについて', authors: [group('陶芸学会')], publication_type: 'dataset' }),
  }),
  aRecord(
    {
      doi: '10.5555/edited',
      original: aBibliography({ title: 'Pots', publication_date: '2008-02', publication_year: 2008 }),
    },
    {
      edits: {
        publication_year: 2010,
        publication_type: 'no-such-type',
        data: { volume: 7, authors: [person('Josiah', 'Carberry')], issn: 'none', subtitle: '  ', url: null },
      },
    },
  ),
];

/** One with as many authors as experiments in physics have. */
export const crowded = aRecord({
  doi: '10.5555/crowd',
  original: aBibliography({
    title: 'A crowd',
    authors: Array.from({ length: 3000 }, (_, index) => person(`G${index}`, `Author${index}`)),
  }),
});
