import type { PublicationRecord } from '../publication.ts';
import { mergePublication } from '../publication.ts';
import { isPublic } from '../publicity.ts';
import { foldForSearch } from '../text/fold.ts';
import { unversionedDoi } from '../values/doi.ts';
import { inLocale } from '../values/locale.ts';
import { earliestDay } from '../values/partial-date.ts';
import { inverseOf, type Relation, type RelationType } from '../values/relation.ts';
import { componentOfRecord } from './component.ts';

/**
 * The versions of one publication are a family: preprint and article, or the versions of a data set. Lists show one of
 * them. Families follow from relations, so they are computed again whenever a member changes.
 */

const familyTypes: ReadonlySet<RelationType> = new Set([
  'is-preprint-of',
  'has-preprint',
  'is-version-of',
  'has-version',
  'is-identical-to',
]);

/** The relations that a publication states itself: an editor's, or else those of its sources; and of a component, the whole. */
export function statedRelations(record: PublicationRecord): Relation[] {
  const { doi, original, enriched, edits } = record;
  const whole = componentOfRecord(record)?.parent;
  const edited = edits.data?.relations as Relation[] | undefined;
  const stated = edited ?? [...original.relations, ...(enriched?.relations ?? [])];
  const part: Relation[] = whole === undefined ? [] : [{ type: 'is-part-of', doi: whole }];
  return [...stated, ...part].filter((relation) => relation.doi !== doi);
}

/** The DOIs that lead from a publication to its versions: those that it states, and its own without the version. */
export function versionDois(record: PublicationRecord): string[] {
  const stated = statedRelations(record).flatMap(({ type, doi }) => (familyTypes.has(type) ? doi : []));
  const unversioned = unversionedDoi(record.doi);
  return unversioned === record.doi ? stated : [...stated, unversioned];
}

/** The relations to the publication with these DOIs that another one states, as seen from the former. */
export function inverseRelations(dois: readonly string[], other: PublicationRecord): Relation[] {
  const stated = statedRelations(other).filter(({ doi }) => dois.includes(doi));
  return stated.map(({ type }) => ({ type: inverseOf(type), doi: other.doi }));
}

/** Whether an editor has taken a publication out of its family. A component has no versions of its own. */
const standsAlone = (record: PublicationRecord): boolean =>
  record.edits.data?.standalone === true || componentOfRecord(record) !== undefined;

/**
 * Sorts publications into families. Two belong together if one is stated to be a version of the other, or both of a third
 * DOI, known or not. Versions by their DOIs alone belong together if their titles are the same, too.
 */
export function families(records: readonly PublicationRecord[]): PublicationRecord[][] {
  const parents = new Map<string, string>();
  const rootOf = (node: string): string => {
    let root = node;
    for (let next = parents.get(root); next !== undefined; next = parents.get(root)) root = next;
    return root;
  };
  const join = (one: string, other: string) => {
    const [a, b] = [rootOf(one), rootOf(other)];
    if (a !== b) parents.set(a, b);
  };
  const canonical = new Map(records.flatMap(({ doi, aliases }) => [doi, ...aliases].map((each) => [each, doi])));
  const alone = new Set(records.filter(standsAlone).map(({ doi }) => doi));
  for (const record of records) {
    if (alone.has(record.doi)) continue;
    for (const { type, doi } of statedRelations(record)) {
      const other = canonical.get(doi) ?? doi;
      if (familyTypes.has(type) && !alone.has(other)) join(record.doi, other);
    }
    const title = foldedTitle(record);
    if (title) join(record.doi, `${unversionedDoi(record.doi)} ${title}`);
  }
  return [...Map.groupBy(records, ({ doi }) => rootOf(doi)).values()];
}

const foldedTitle = (record: PublicationRecord): string =>
  foldForSearch(inLocale(mergePublication(record).title, 'en') ?? '', 'en').trim();

/**
 * The member of a family that lists show: a public one before others, the version of record before preprints, and then
 * the newest, by its date and the number of its version.
 */
export function shownMember(family: readonly PublicationRecord[]): PublicationRecord | undefined {
  const ranked = family.map((record) => ({ record, rank: rankOf(record) }));
  ranked.sort((one, other) => {
    for (const [index, value] of one.rank.entries()) {
      const against = other.rank[index] ?? '';
      if (value !== against) return value > against ? -1 : 1;
    }
    return one.record.doi < other.record.doi ? -1 : 1;
  });
  return ranked[0]?.record;
}

/** What the members of a family are compared by, the most important first. A greater value is better. */
function rankOf(record: PublicationRecord): (number | string)[] {
  const { publication_type: type, publication_date: date } = mergePublication(record);
  const version = /v(\d+)$/.exec(record.doi)?.[1];
  return [
    Number(isPublic(record)),
    Number(type !== 'posted-content'),
    date === null ? '' : earliestDay(date),
    Number(version ?? 0),
  ];
}
