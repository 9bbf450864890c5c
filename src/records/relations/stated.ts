import { doiPrefix, unversionedDoi } from '#src/vocabulary/identifiers/doi.ts';
import { inverseOf, type Relation, type RelationType } from '#src/vocabulary/relation.ts';
import type { PublicationRecord } from '../publications/publication.ts';
import { isPublic } from '../publications/publicity.ts';
import { componentOfRecord } from './component.ts';

const familyTypes: ReadonlySet<RelationType> = new Set([
  'is-preprint-of',
  'has-preprint',
  'is-version-of',
  'has-version',
  'is-identical-to',
]);

/** The relations that a publication states: an editor's, or those of its sources; for a component, also the whole. */
export function statedRelations(record: PublicationRecord): Relation[] {
  const { doi, original, enriched, edits } = record;
  const whole = componentOfRecord(record)?.parent;
  const edited = edits.data?.relations as Relation[] | undefined;
  const stated = edited ?? [...original.relations, ...(enriched?.relations ?? [])];
  const part: Relation[] = whole === undefined ? [] : [{ type: 'is-part-of', doi: whole }];
  return [...stated, ...part].filter((relation) => relation.doi !== doi);
}

/** The DOIs that a publication states are its versions, or that it is a version of. */
export const statedVersions = (record: PublicationRecord): string[] => versionsIn(statedRelations(record));

const versionsIn = (relations: readonly Relation[]) =>
  relations.flatMap(({ type, doi }) => (familyTypes.has(type) ? doi : []));

/**
 * The versions of a publication by who names them: its own agency's record or an editor, and an editor alone. Any others of
 * `statedVersions` are OpenAlex's.
 */
export function versionsByWord({ original, enriched, edits }: PublicationRecord): { own: string[]; editor: string[] } {
  const edited = edits.data?.relations as Relation[] | undefined;
  const sources = new Set(versionsIn([...original.relations, ...(enriched?.relations ?? [])]));
  const own = versionsIn(edited ?? original.relations);
  return { own, editor: edited ? own.filter((doi) => !sources.has(doi)) : [] };
}

/** The DOIs of a publication's possible versions: those it states, and its own without the version number. */
export function versionDois(record: PublicationRecord): string[] {
  const stated = statedVersions(record);
  const unversioned = unversionedDoi(record.doi);
  return unversioned === record.doi ? stated : [...stated, unversioned];
}

/** Only a registrant corrects and retracts its own works. Notices of others count if the agency trusts them. */
const ofRegistrant: ReadonlySet<RelationType> = new Set(['retracts', 'corrects']);

/**
 * The relations that another publication states to the publication with these DOIs, inverted. One that is hidden or
 * deleted must not be named by others; its notices still count, because readers have to know of them.
 */
export function inverseRelations(dois: readonly string[], other: PublicationRecord): Relation[] {
  const isFrom = (doi: string) => doiPrefix(doi) === doiPrefix(other.doi);
  const stated = statedRelations(other).filter(
    ({ type, doi }) => dois.includes(doi) && (ofRegistrant.has(type) ? isFrom(doi) : isPublic(other)),
  );
  return stated.map(({ type }) => ({ type: inverseOf(type), doi: other.doi }));
}
