import { type ListedRecord, pairsAmong } from '#src/duplicates/domain/all-pairs.ts';
import {
  type BlockUse,
  blockKeys,
  type Comparable,
  type ComparableFields,
  comparableOf,
} from '#src/records/likeness/comparable.ts';
import { compare, type Likeness } from '#src/records/likeness/compare.ts';
import { recordName } from '#src/records/likeness/pair.ts';
import { hardNegatives } from './hard-negatives.ts';
import { kinds, randomFrom } from './mutations.ts';
import { localizedTitle, type Recorded, type RecordedWork, type Sample } from './records.ts';
import { shipped } from './shipped.ts';

/** Types that are never compared, or only by DOI. */
const neverCompared = new Set([
  'component',
  'journal-issue',
  'journal-volume',
  'peer-review',
  'grant',
  'collection',
  'event',
]);

/** The descriptions of recorded publications and works whose title says something. */
export function samplesOf({ publications, works }: Recorded): Sample[] {
  const ofPublications = publications.map(({ doi, orcids, bibliography }) => described(doi, orcids, bibliography));
  const known = new Set(publications.map(({ doi }) => doi));
  const ofWorks = works
    .filter(({ doi }) => doi === null || !known.has(doi))
    .map((work) => ({ ...describedWork(work), doi: work.doi ?? `10.5555/${work.id}` }));
  return [...ofPublications, ...ofWorks].flatMap((each) => {
    const title = localizedTitle(each.title);
    return title === null || title.split(/\s+/).length < 4 || neverCompared.has(each.type ?? '')
      ? []
      : [{ ...each, title }];
  });
}

const described = (
  doi: string,
  orcids: readonly string[],
  bibliography: Recorded['publications'][number]['bibliography'],
): ComparableFields => ({
  doi,
  title: bibliography.title,
  subtitle: bibliography.subtitle,
  year: bibliography.publication_year,
  authors: bibliography.authors.map(({ family, name }) => family ?? name),
  venue: bibliography.container_title,
  type: bibliography.publication_type,
  orcids,
  volume: bibliography.volume,
  issue: bibliography.issue,
  pages: bibliography.article_number ?? bibliography.pages,
});

/**
 * Whether two records are proposed as a pair: when the second is stored, or by the pass through the registry; and how
 * alike they are.
 */
function proposed(one: Comparable, other: Comparable): { when: 'stored' | 'pass'; likeness: Likeness } | undefined {
  const likeness = compare(one, other);
  if (!likeness) return undefined;
  const meet = (...[use, otherUse]: [BlockUse, BlockUse]) => {
    const shared = new Set(blockKeys(one, use));
    return blockKeys(other, otherUse).some((key) => shared.has(key));
  };
  return meet('stored', 'read')
    ? { when: 'stored', likeness }
    : meet('all', 'all')
      ? { when: 'pass', likeness }
      : undefined;
}

const orcid = '0000-0002-1825-0097';
/** The forms in which one publication is twice in a registry. */
const settings = {
  'work and publication': [
    (sample: ComparableFields) => ({ ...sample, doi: '10.5555/one', orcids: [orcid] }),
    (sample: ComparableFields) => asWork(sample),
  ],
  'two works': [(sample: ComparableFields) => asWork(sample), (sample: ComparableFields) => asWork(sample)],
  'two publications without agency data': [
    (sample: ComparableFields) => ({ ...asWork(sample), doi: '10.5555/one' }),
    (sample: ComparableFields) => ({ ...asWork(sample), doi: '10.5556/other' }),
  ],
  'two publications': [
    (sample: ComparableFields) => ({ ...sample, doi: '10.5555/one', orcids: [orcid] }),
    (sample: ComparableFields) => ({ ...sample, doi: '10.5556/other', orcids: [orcid] }),
  ],
  'two publications of nobody here': [
    (sample: ComparableFields) => ({ ...sample, doi: '10.5555/one', orcids: [] }),
    (sample: ComparableFields) => ({ ...sample, doi: '10.5556/other', orcids: [] }),
  ],
} as const;
export type Setting = keyof typeof settings;
export const settingNames = Object.keys(settings) as Setting[];

/** An ORCID record's data about a work: no authors, and only the journal's name. */
const asWork = ({ title, subtitle, year, venue, type }: ComparableFields): ComparableFields => ({
  doi: null,
  title,
  subtitle,
  year,
  venue,
  type,
  authors: [],
  orcids: [orcid],
});

export interface Recall {
  found: number;
  /** Found when the second record is stored; the others by the next pass. */
  atOnce: number;
  cases: number;
  missed: string[];
}

/** The share of mutated records that are found, by kind of mutation and setting. */
export function measureRecall(
  samples: readonly Sample[],
): { kind: string; wanted: number; by: Map<Setting, Recall> }[] {
  return Object.entries(kinds).map(([kind, { mutate, wanted, isOfPublications }]) => {
    const by = new Map<Setting, Recall>();
    for (const setting of settingNames) {
      if (isOfPublications && !setting.startsWith('two publications')) continue;
      const random = randomFrom(1);
      const recall: Recall = { found: 0, atOnce: 0, cases: 0, missed: [] };
      const [first, second] = settings[setting];
      for (const sample of samples) {
        if (
          setting.startsWith('two publications') &&
          setting !== 'two publications without agency data' &&
          sample.authors.length === 0
        )
          continue;
        const mutated = mutate(sample, random);
        if (!mutated) continue;
        recall.cases += 1;
        const found = proposed(comparableOf(first(sample)), comparableOf(second(mutated)));
        if (found) recall.found += 1;
        if (found?.when === 'stored') recall.atOnce += 1;
        if (!found) recall.missed.push(`${sample.type}: ${sample.title} | ${mutated.title}`);
      }
      by.set(setting, recall);
    }
    return { kind, wanted, by };
  });
}

/** Everything but the title is equal, as if both were by the same people, in the same year and journal. */
export function measureHardNegatives(): { cases: number; found: string[] } {
  const found: string[] = [];
  let cases = 0;
  for (const [kind, pairs] of Object.entries(hardNegatives)) {
    for (const [setting, [first, second]] of Object.entries(settings)) {
      for (const [title, other] of pairs) {
        const [sample] = shipped;
        if (!sample) continue;
        cases += 1;
        const [one, two] = [
          comparableOf(first({ ...sample, title })),
          comparableOf(second({ ...sample, title: other })),
        ];
        const match = proposed(one, two);
        if (match) found.push(`${kind}, ${setting}: ${title} | ${other} (${match.likeness.reasons.join(', ')})`);
      }
    }
  }
  return { cases, found };
}

/** The pairs that the pass proposes among recorded works and publications, without versions of one DOI. */
export function unrelatedPairs({ publications, works }: Recorded): { records: number; pairs: string[] } {
  const known = new Set(publications.map(({ doi }) => doi));
  // Several people list one DOI.
  const listed = [...new Map(works.map((work) => [work.doi ?? work.id, work])).values()].filter(
    ({ doi }) => doi === null || !known.has(doi),
  );
  const records: ListedRecord[] = [
    ...publications.map(({ doi, orcids, bibliography }) => ({
      record: { kind: 'publication' as const, id: doi },
      comparable: comparableOf(described(doi, orcids, bibliography)),
    })),
    ...listed.map((work) => ({
      record:
        work.doi === null ? { kind: 'work' as const, id: work.id } : { kind: 'publication' as const, id: work.doi },
      comparable: comparableOf(describedWork(work)),
    })),
  ];
  const byName = new Map(records.map((each) => [recordName(each.record), each.comparable]));
  const pairs = pairsAmong(records).flatMap(([one, other]) => {
    const [a, b] = [byName.get(recordName(one)), byName.get(recordName(other))];
    const likeness = a && b && compare(a, b);
    if (!likeness || likeness.reasons.includes('doi_version')) return [];
    return [
      `${one.id} | ${other.id}: ${a.titles[0]} | ${b.titles[0]} (${likeness.score}: ${likeness.reasons.join(', ')})`,
    ];
  });
  return { records: records.length, pairs };
}

const describedWork = ({ orcid: owner, doi, summary }: RecordedWork): ComparableFields => ({
  doi,
  title: summary.title,
  subtitle: summary.subtitle,
  year: summary.publicationDate === null ? null : Number(summary.publicationDate.slice(0, 4)),
  authors: [],
  venue: summary.journalTitle,
  type: summary.workType,
  orcids: [owner],
});
