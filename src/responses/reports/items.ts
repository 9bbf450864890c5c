import type { ListedOutput } from '#src/curation/reports/store.ts';
import type { CountedGroups } from '#src/lists/counting/counting.ts';
import type { KnownGroups } from '#src/lists/groups/group-filter.ts';
import type { CslItem } from '#src/records/citations/csl.ts';
import { cite } from '#src/records/citations/csl.ts';
import { daysOfDate } from '#src/records/groups/days.ts';
import { journalIssnOf } from '#src/records/journals/statements.ts';
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
import { shownLicense, shownText } from '#src/records/publications/row-of.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import {
  authorsWithIds,
  type CountedFields,
  countedFieldsOf,
  countriesOf,
  funderIdOf,
  fundersOf,
  matchedAuthors,
} from '#src/records/reports/counted-fields.ts';
import {
  type ItemOwnAuthor,
  maxItemAuthors,
  maxItemFunders,
  maxOwnAuthorsOfItem,
  type ReportItem,
} from '#src/records/reports/report-item.ts';
import { type WorkRecord, workPeople } from '#src/records/works/work.ts';
import { workAsPublication, workAuthors } from '#src/records/works/work-content.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { defaultLocale, inLocale, inRow } from '#src/vocabulary/locale.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';

/** By what rule groups count, for each kind of output. */
export interface ItemRules {
  locale: string;
  institutionRors: readonly string[];
  groups: Record<ListedOutput[0], Pick<CountedGroups, 'counting'> & { direct: CountedGroups['counting'] }>;
}

/** The rules of a report about groups, as they are now. */
export function groupRules(
  known: Record<ListedOutput[0], KnownGroups>,
  asked: Parameters<KnownGroups['counting']>[0],
  now: Date,
): ItemRules['groups'] {
  const of = (kind: ListedOutput[0]) => ({
    counting: known[kind].counting(asked, now),
    direct: known[kind].counting({ ...asked, subgroups: false }, now),
  });
  return { publication: of('publication'), work: of('work') };
}

/** The items of outputs, in their order; undefined for those that are gone. */
export async function reportItems(
  listed: readonly ListedOutput[],
  rules: ItemRules,
): Promise<(ReportItem | undefined)[]> {
  const idsOf = (wanted: ListedOutput[0]) => listed.flatMap(([kind, id]) => (kind === wanted ? id : []));
  const [publications, works] = await Promise.all([getPublications(idsOf('publication')), getWorks(idsOf('work'))]);
  const described = listed.map(([kind, id, changed]): Described | undefined => {
    if (kind === 'publication') {
      const record = publications.get(id);
      return record && { ...describedPublication(record, rules), changed };
    }
    const work = works.get(id);
    return work && { ...describedWork(work, rules), changed };
  });
  const others = described.flatMap((each) => each?.unmatched ?? []);
  const names = new Map(
    (await getPeople([...new Set(others)])).map(({ orcid, name }) => [orcid, inLocale(name, defaultLocale)]),
  );
  return described.map((each) => each && itemOf(each, rules, names));
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
  counted: CountedFields;
  /** Linked people who are no authors. */
  unmatched: readonly string[];
}

function describedPublication(
  record: PublicationRecord,
  { locale, institutionRors }: ItemRules,
): Omit<Described, 'changed'> {
  const publication = shownPublication(record);
  const [authors, linked, { doi }] = [authorsOf(record), orcidsOf(record), record];
  const { item, keywords } = cite({ id: doi, doi, url: doiUrl(doi), publication, authors }, locale);
  const counted = countedFieldsOf(publication.data, authors, { linked, matched: matchedAuthors(record.researchers) });
  return {
    ...{ kind: 'publication', id: doi, csl: item, keywords, publication, authors, linked, counted },
    own: ownAuthors(record, institutionRors),
    journal: journalIssnOf(publication.data.issn, record),
    unmatched: counted.unmatched_orcids,
  };
}

function describedWork(work: WorkRecord, { locale }: ItemRules): Omit<Described, 'changed'> {
  const publication = workAsPublication(work);
  const [authors, linked] = [workAuthors(work), workPeople(work)];
  const cited = { id: work.id, doi: undefined, url: webUrl(work.href) ?? undefined, publication, authors };
  const { item, keywords } = cite(cited, locale);
  const matched = authorsWithIds(authors, linked);
  const counted = countedFieldsOf(publication.data, authors, { linked, matched });
  return {
    ...{ kind: 'work', id: work.id, csl: item, keywords, publication, authors, linked, counted },
    own: Array.from(matched, ([position, orcid]) => ({ position, orcid, name: authors[position]?.name ?? '' })),
    journal: journalIssnOf(publication.data.issn, { enrichment: null }),
    unmatched: counted.unmatched_orcids,
  };
}

const maxKeywords = 50;
const maxEditors = 200;

function itemOf(described: Described, { groups }: ItemRules, names: ReadonlyMap<string, string | null>): ReportItem {
  const { kind, id, changed, keywords, publication, authors, linked, own, journal, counted } = described;
  const { data } = publication;
  const output = { id, orcids: linked, days: daysOfDate(publication.publication_date) };
  const { counting, direct } = groups[kind];
  const belongs = new Set(counting.groupsOf(output));
  const groupsOf = (orcid: string | null) =>
    orcid === null || !linked.includes(orcid)
      ? []
      : [...direct.groupsOfPerson(output, orcid)].filter((group) => belongs.has(group)).sort();
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
    author_count: counted.author_count,
    groups: [...belongs].sort(),
    first_date: publication.publication_date,
    first_year: publication.publication_year,
    issue_year: counted.issue_year,
    report_year: counted.report_year,
    publication_type: publication.publication_type,
    output_type: outputTypeOf(publication.publication_type, textOf('publication_subtype')),
    open_access_status: publication.open_access_status,
    license: shownLicense(publication),
    journal: journal === null && container === null ? null : { issn: journal, title: container },
    publisher: shownText(data.publisher),
    funders: fundersOf(data)
      .slice(0, maxItemFunders)
      .map((funder) => ({ id: funderIdOf(funder) ?? null, name: funder.name })),
    country_count: counted.country_count,
    is_retracted: publication.is_retracted,
    cited_by_count: publication.cited_by_count,
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
