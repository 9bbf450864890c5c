import type { ReportDocument } from '#src/formats/documents/report-document.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { carberry, lovelace } from './builders.ts';

/** An article by two authors, of whom the first is an own one. */
export function aReportItem({
  csl,
  ...fields
}: Partial<Omit<ReportItem, 'csl'>> & { csl?: Partial<ReportItem['csl']> } = {}): ReportItem {
  const doi = fields.id ?? '10.5555/pots';
  return {
    kind: 'publication',
    id: doi,
    changed: 1_700_000_000_000,
    csl: {
      id: doi,
      type: 'article-journal',
      title: 'On cracked pots',
      author: [
        { family: 'Carberry', given: 'Josiah S.' },
        { family: 'Lovelace', given: 'Ada' },
      ],
      issued: { 'date-parts': [[2024, 2, 3]] },
      'container-title': 'Psychoceramics',
      volume: '5',
      issue: '11',
      page: '1-13',
      DOI: doi,
      URL: `https://doi.org/${doi}`,
      ...csl,
    },
    data: {
      edition: null,
      version: null,
      pages: '1-13',
      container_title: 'Psychoceramics',
      volume: '5',
      issue: '11',
      publication_subtype: null,
    },
    title: csl?.title ?? 'On cracked pots',
    keywords: [],
    other_people: [],
    own_authors: [
      {
        position: 0,
        orcid: carberry,
        name: 'Josiah S. Carberry',
        groups: ['ceramics'],
        corresponding: true,
        countries: ['DE'],
      },
    ],
    author_count: 2,
    groups: ['ceramics', 'arts'],
    first_date: '2024-02-03',
    first_year: 2024,
    issue_year: 2024,
    report_year: null,
    publication_type: 'journal-article',
    output_type: 'journal-article',
    open_access_status: 'gold',
    license: 'cc-by-4.0',
    journal: { issn: '1234-5679', title: 'Psychoceramics' },
    publisher: 'Nowhere Press',
    funders: [{ id: null, name: 'Kiln Fund' }],
    country_count: 2,
    is_retracted: false,
    cited_by_count: 3,
    counted_by: [],
    ...fields,
  };
}

const names = ['Carberry', 'Lovelace', 'Quench', 'de la Cruz', 'Müller', 'Ødegård', 'Sørensen', 'Weiß'];
const titleWords = 'kilns glazes cracked pots under stress of clay bodies and their history in Röm’s workshops'.split(
  ' ',
);

/** Different outputs, always the same for a number: of several years and types, with few and many authors, some in Hebrew. */
export function reportItem(number: number): ReportItem {
  const year = 2020 + (number % 5);
  const count = number % 97 === 0 ? 150 : 1 + (number % 7);
  const author = Array.from({ length: count }, (_, at) => ({
    family: names[(number + at) % names.length] ?? '',
    given: ['Ada', 'Josiah S.', 'Jean-Paul'][(number + at) % 3] ?? '',
  }));
  const isBook = number % 11 === 0;
  const words = Array.from(
    { length: 6 + (number % 9) },
    (_, at) => titleWords[(number * 7 + at * 3) % titleWords.length],
  );
  const title = number % 50 === 0 ? 'על כדים סדוקים וכבשנים' : `${number}: ${words.join(' ')}`;
  return aReportItem({
    id: `10.5555/pots.${number}`,
    csl: {
      title,
      author,
      type: isBook ? 'book' : 'article-journal',
      issued: { 'date-parts': [[year]] },
      ...(isBook && { 'container-title': '', publisher: 'Nowhere Press' }),
    },
    author_count: count,
    other_people: [],
    own_authors: [
      {
        position: count - 1,
        orcid: number % 2 === 0 ? carberry : lovelace,
        name: 'Josiah S. Carberry',
        groups: number % 3 === 0 ? ['ceramics', 'glazes'] : ['ceramics'],
        corresponding: number % 4 === 0 ? null : number % 2 === 0,
        countries: ['DE'],
      },
    ],
    first_date: String(year),
    first_year: year,
    issue_year: year,
    publication_type: isBook ? 'book' : 'journal-article',
    output_type: isBook ? 'book' : 'journal-article',
    open_access_status: (['gold', 'hybrid', 'closed', null] as const)[number % 4] ?? null,
  });
}

/** A document of outputs, by year and type, with the counts of these. */
export function aReportDocument(items: readonly ReportItem[], fields: Partial<ReportDocument> = {}): ReportDocument {
  const labelsOf = ({ first_year, output_type }: ReportItem) => [
    String(first_year ?? 'Unknown'),
    output_type ?? 'Unknown',
  ];
  const cells = Map.groupBy(items, (item) => labelsOf(item).join('\n'));
  const counts = [...cells]
    .map(([key, all]) => ({
      labels: key.split('\n'),
      whole: all.length,
      inSeveral: 0,
      fractional: all.length / 3,
      fractionalUnknown: 0,
    }))
    .sort((one, other) => other.labels.join().localeCompare(one.labels.join()));
  return {
    name: 'Annual list 2024',
    language: 'en',
    style: 'apa',
    facts: [
      { label: 'Period', text: '2020–2024' },
      { label: 'Made on', text: '29 November 2026' },
    ],
    sections: ['counts', 'list'],
    dimensions: ['year', 'type'],
    tables: [
      {
        dimensions: ['year', 'type'],
        rows: [
          ...counts,
          { labels: [], whole: items.length, inSeveral: null, fractional: items.length / 3, fractionalUnknown: 0 },
        ],
      },
    ],
    definitions: [{ label: 'Outputs', text: 'Each output counts once in each row, and once in each sum.' }],
    columns: [],
    institution: 'Brown University',
    total: items.length,
    async *items() {
      yield* items;
    },
    labelsOf: (item) => [labelsOf(item)],
    yearOf: ({ first_year }) => first_year,
    isBold: () => true,
    groupName: (id) => ({ ceramics: 'Institute of Ceramics', arts: 'Faculty of Arts', glazes: 'Glaze Lab' })[id] ?? id,
    ...fields,
  };
}
