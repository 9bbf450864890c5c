import type { ListedOutput } from '#src/curation/reports/store.ts';
import { type CountedOutput, countedKeys, countedOutput, OutputCounter } from '#src/lists/counting/output-counter.ts';
import { curatorSpec } from '#src/lists/curated-publications.ts';
import type { CountedGroups, OutputCounting, OutputCounts } from '#src/lists/model/counting.ts';
import { outputOf } from '#src/lists/model/definition.ts';
import { curatedWorkSpec } from '#src/lists/works.ts';
import type { CslItem } from '#src/records/citations/csl.ts';
import { cite } from '#src/records/citations/csl.ts';
import {
  authorsWithIds,
  type CountedFields,
  countedFieldsOf,
  countriesOf,
  funderIdOf,
  fundersOf,
  matchedAuthors,
} from '#src/records/counting/counted-fields.ts';
import type { Journal } from '#src/records/journals/journal.ts';
import { journalIssnOf } from '#src/records/journals/statements.ts';
import { getJournals } from '#src/records/journals/store/journals.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { outputTypeOf } from '#src/records/publications/coar.ts';
import { ownAuthors } from '#src/records/publications/own-authors.ts';
import {
  authorsOf,
  type Publication,
  type PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { orcidsOf } from '#src/records/publications/publicity.ts';
import type { CuratorRow } from '#src/records/publications/row.ts';
import { rowOf, shownLicense, shownText } from '#src/records/publications/row-of.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { getWorks, rowOfWork } from '#src/records/publications/store/works.ts';
import type { ReportDimension } from '#src/records/reports/definition.ts';
import {
  type ItemOwnAuthor,
  maxItemAuthors,
  maxItemFunders,
  maxOwnAuthorsOfItem,
  type ReportItem,
} from '#src/records/reports/report-item.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { workAsPublication, workAuthors } from '#src/records/works/work-content.ts';
import type { CuratorWorkRow } from '#src/records/works/work-row.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { defaultLocale, inLocale, inRow } from '#src/vocabulary/locale.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';
import { mergedCounts, requireFewCells } from './counting.ts';

/** By what rule outputs of one kind are in a report, and belong to groups. */
interface KindRules<Row> {
  isAsked: (row: Row) => boolean;
  counting: OutputCounting;
  groups: CountedGroups['counting'];
  /** Without groups above those of members. */
  directGroups: CountedGroups['counting'];
}

/** The rules of a report as they are at one moment: by the same ones, an output is asked for, counted and described. */
export interface ItemRules {
  publication: KindRules<CuratorRow>;
  work: KindRules<CuratorWorkRow>;
  locale: string;
  institutionRors: readonly string[];
  dimensions: readonly ReportDimension[];
}

/** An output of a report, and the same output as counting reads it. */
export interface ReadOutput {
  item: ReportItem;
  counted: CountedOutput;
}

/** The outputs of a list, in its order, as they are now; undefined for those that are gone or no longer asked for. */
export async function readOutputs(
  listed: readonly ListedOutput[],
  rules: ItemRules,
): Promise<(ReadOutput | undefined)[]> {
  const idsOf = (wanted: ListedOutput[0]) => listed.flatMap(([kind, id]) => (kind === wanted ? id : []));
  const [publications, works] = await Promise.all([getPublications(idsOf('publication')), getWorks(idsOf('work'))]);
  const described = listed.map(([kind, id, changed]): Described | undefined => {
    const times = { changed, rewritten_at: null, unchanged_since: null };
    if (kind === 'publication') {
      const record = publications.get(id);
      const row = record && { ...rowOf(record), ...times };
      if (!row || !rules.publication.isAsked(row)) return undefined;
      return { ...describedPublication(record, rules), changed, counted: countedOutput(curatorSpec, row) };
    }
    const work = works.get(id);
    const row = work && { ...rowOfWork(work), ...times };
    if (!row || !rules.work.isAsked(row)) return undefined;
    return { ...describedWork(work, rules), changed, counted: countedOutput(curatedWorkSpec, row) };
  });
  const found = described.filter((each) => each !== undefined);
  const [others, journals] = await Promise.all([
    getPeople([...new Set(found.flatMap(({ unmatched }) => unmatched))]),
    getJournals(rules.dimensions.includes('journal') ? found.flatMap(({ journal }) => journal ?? []) : []),
  ]);
  const names = new Map(others.map(({ orcid, name }) => [orcid, inLocale(name, defaultLocale)]));
  return described.map((each) => {
    if (!each) return undefined;
    const counted = withJournalIds(each.counted, journals);
    return { item: itemOf({ ...each, counted }, rules, names), counted };
  });
}

/** An output whose ISSN is that by which its journal is known, whichever it has. */
const withJournalIds = (counted: CountedOutput, journals: ReadonlyMap<string, Journal>): CountedOutput => ({
  ...counted,
  valuesOf: (filter) => {
    const values = counted.valuesOf(filter);
    return filter === 'journal' ? values.map((issn) => journals.get(String(issn))?.id ?? issn) : values;
  },
});

/** The counts of outputs, by the rules that they were read by. Throws a Problem for too many cells. */
export function countsOf(read: readonly ReadOutput[], rules: ItemRules): OutputCounts {
  const ofKind = (kind: ListedOutput[0], people: string) => {
    const counter = new OutputCounter(people, rules[kind].counting);
    for (const { item, counted } of read) if (item.kind === kind) counter.add(counted);
    return counter.counts();
  };
  const people = { publication: outputOf(curatorSpec).people, work: outputOf(curatedWorkSpec).people };
  const counts = mergedCounts(
    [ofKind('publication', people.publication), ofKind('work', people.work)],
    rules.dimensions,
  );
  requireFewCells(counts);
  return counts;
}

/** An output, as items of both kinds need it. */
interface Described {
  kind: ListedOutput[0];
  id: string;
  changed: number;
  csl: CslItem;
  keywords: string[];
  publication: Publication;
  authors: readonly Author[];
  linked: readonly string[];
  own: { position: number; orcid: string | null; name: string }[];
  journal: string | null;
  fields: CountedFields;
  counted: CountedOutput;
  /** Linked people who are no authors. */
  unmatched: readonly string[];
}

function describedPublication(
  record: PublicationRecord,
  { locale, institutionRors }: ItemRules,
): Omit<Described, 'changed' | 'counted'> {
  const publication = shownPublication(record);
  const [authors, linked, { doi }] = [authorsOf(record), orcidsOf(record), record];
  const { item, keywords } = cite({ id: doi, doi, url: doiUrl(doi), publication, authors }, locale);
  const fields = countedFieldsOf(publication.data, authors, { linked, matched: matchedAuthors(record.researchers) });
  return {
    ...{ kind: 'publication', id: doi, csl: item, keywords, publication, authors, linked, fields },
    own: ownAuthors(record, institutionRors),
    journal: journalIssnOf(publication.data.issn, record),
    unmatched: fields.unmatched_orcids,
  };
}

function describedWork(work: WorkRecord, { locale }: ItemRules): Omit<Described, 'changed' | 'counted'> {
  const publication = workAsPublication(work);
  const [authors, linked] = [workAuthors(work), workPeople(work)];
  const cited = { id: work.id, doi: undefined, url: webUrl(work.href) ?? undefined, publication, authors };
  const { item, keywords } = cite(cited, locale);
  const matched = authorsWithIds(authors, linked);
  const fields = countedFieldsOf(publication.data, authors, { linked, matched });
  return {
    ...{ kind: 'work', id: work.id, csl: item, keywords, publication, authors, linked, fields },
    own: Array.from(matched, ([position, orcid]) => ({ position, orcid, name: authors[position]?.name ?? '' })),
    journal: journalIssnOf(publication.data.issn, { enrichment: null }),
    unmatched: fields.unmatched_orcids,
  };
}

const maxKeywords = 50;
const maxEditors = 200;

function itemOf(described: Described, rules: ItemRules, names: ReadonlyMap<string, string | null>): ReportItem {
  const { kind, id, changed, keywords, publication, authors, linked, own, journal, fields, counted } = described;
  const { data } = publication;
  const { counting, groups, directGroups } = rules[kind];
  const belongs = new Set(groups.groupsOf(counted));
  const groupsOf = (orcid: string | null) =>
    orcid === null || !linked.includes(orcid)
      ? []
      : [...directGroups.groupsOfPerson(counted, orcid)].filter((group) => belongs.has(group)).sort();
  const isKnown = authors.some(({ is_corresponding }) => is_corresponding === true);
  const ownAuthor = ({ position, orcid, name }: Described['own'][number]): ItemOwnAuthor => {
    const author = authors[position];
    return {
      ...{ position, orcid, name },
      groups: groupsOf(orcid),
      corresponding: isKnown ? author?.is_corresponding === true : null,
      countries: author ? [...countriesOf([author])].sort() : [],
    };
  };
  const textOf = (name: string) => shownText(data[name], 1_000);
  const container = textOf('container_title');
  return {
    ...{ kind, id, changed },
    csl: boundedCsl(described.csl),
    data: {
      edition: textOf('edition'),
      version: textOf('version'),
      pages: textOf('pages'),
      container_title: container,
      volume: textOf('volume'),
      issue: textOf('issue'),
      publication_subtype: textOf('publication_subtype'),
    },
    title: inRow(publication.title),
    keywords: keywords.slice(0, maxKeywords).map((word) => word.slice(0, 200)),
    own_authors: own.slice(0, maxOwnAuthorsOfItem).map(ownAuthor),
    other_people: described.unmatched
      .slice(0, maxOwnAuthorsOfItem)
      .map((orcid) => ({ orcid, name: names.get(orcid) ?? null, groups: groupsOf(orcid) })),
    author_count: fields.author_count,
    groups: [...belongs].sort(),
    first_date: publication.publication_date,
    first_year: publication.publication_year,
    issue_year: fields.issue_year,
    report_year: fields.report_year,
    publication_type: publication.publication_type,
    output_type: outputTypeOf(publication.publication_type, textOf('publication_subtype')),
    open_access_status: publication.open_access_status,
    license: shownLicense(publication),
    journal: journal === null && container === null ? null : { issn: journal, title: container },
    publisher: shownText(data.publisher),
    funders: fundersOf(data)
      .slice(0, maxItemFunders)
      .map((funder) => ({ id: funderIdOf(funder) ?? null, name: funder.name })),
    country_count: fields.country_count,
    is_retracted: publication.is_retracted,
    cited_by_count: publication.cited_by_count,
    counted_by: counting.by.map((by) => countedKeys(by, counted)),
  };
}

/** Without what makes an item long and no document prints. The last author stays the last one. */
function boundedCsl({ abstract: _, keyword: __, custom, ...csl }: CslItem): CslItem {
  const { author = [], editor, translator, chair } = csl;
  const last = author.at(-1);
  const isCut = author.length > maxItemAuthors && last !== undefined;
  const { orcids, credit, ...ofCustom } = custom ?? {};
  return {
    ...csl,
    ...(author.length > 0 && { author: isCut ? [...author.slice(0, maxItemAuthors - 1), last] : author }),
    ...(editor && { editor: editor.slice(0, maxEditors) }),
    ...(translator && { translator: translator.slice(0, maxEditors) }),
    ...(chair && { chair: chair.slice(0, maxEditors) }),
    ...(custom && {
      custom: {
        ...ofCustom,
        ...(orcids && { orcids: orcids.slice(0, maxItemAuthors) }),
        ...(credit && { credit: credit.slice(0, maxItemAuthors) }),
      },
    }),
  };
}
