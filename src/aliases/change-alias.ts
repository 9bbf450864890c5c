import type { Curator } from '../curation/change-publication.ts';
import { decideDuplicate } from '../curation/duplicates.ts';
import { namesOf } from '../domain/person.ts';
import type { PublicationRecord } from '../domain/publications/publication.ts';
import { withoutAlias } from '../domain/publications/removals.ts';
import { comparableRecord } from '../duplicates/domain/comparable.ts';
import { compare } from '../duplicates/domain/compare.ts';
import type { ComparedRecord } from '../duplicates/domain/pair.ts';
import { proposePair, updatePublicationPairs } from '../duplicates/find.ts';
import { getMerged } from '../duplicates/storage/merged.ts';
import { pairId } from '../duplicates/storage/pairs.ts';
import { saveWithoutAlias } from '../duplicates/storage/separated.ts';
import { invalidField, Problem } from '../errors.ts';
import { existingDoi, readSources, type SourceAnswers } from '../ingestion/identify.ts';
import { type ImportLimits, importLimits, readInTime } from '../ingestion/import-doi.ts';
import { storePublication } from '../ingestion/store.ts';
import { relateSaved, tryToRelate } from '../relations/relate.ts';
import { persistent, retryIfStale, stale } from '../runtime/retry.ts';
import { noEnrichments } from '../sources/enrichments.ts';
import { eventWrite, rememberWorkspace } from '../storage/activity.ts';
import { getPeople } from '../storage/people.ts';
import { type AliasBasis, decisionWrite, getAlias } from '../storage/publications/alias-decisions.ts';
import { getPublication, savePublication } from '../storage/publications/publications.ts';
import type { Write } from '../storage/table.ts';

/** Where a DOI leads. */
export interface AliasState {
  doi: string;
  /** The canonical DOI of its publication, or null if it leads nowhere. */
  publication: string | null;
  /** Why it is an alias; null if it is not one. */
  basis: AliasBasis | null;
}

async function stateOf(doi: string): Promise<AliasState> {
  const [alias, publication] = [await getAlias(doi), await existingDoi([doi])];
  return { doi, publication: publication ?? null, basis: alias?.basis ?? null };
}

/**
 * Makes a DOI an alias of a publication, whatever sources say. If it is a publication itself, the two are merged. A
 * repeated request changes nothing. Throws `invalid_body` if there is no such publication, and `conflict` if one of the
 * two is deleted, the DOI is an alias of another publication, or the two were marked as different.
 */
export async function attachAlias(doi: string, to: string, curator: Curator): Promise<AliasState> {
  await rememberWorkspace(curator.workspace);
  const merged = await retryIfStale(
    `The DOI ${doi}`,
    async () => {
      const before = await getPublication(to);
      if (!before) throw invalidField('body', 'publication', 'is not the DOI of a publication of the registry');
      if (before.doi === doi)
        throw invalidField('body', 'publication', 'must be another publication than the DOI itself');
      if (before.deleted_at !== null) throw new Problem('conflict', `${before.doi} is deleted: restore it first`);
      const [alias, leadsTo] = [await getAlias(doi), await existingDoi([doi])];
      if (leadsTo !== undefined && !alias) return before.doi;
      if (leadsTo !== undefined && leadsTo !== before.doi) {
        throw new Problem('conflict', `${doi} is an alias of ${leadsTo}: detach it first`);
      }
      if (alias && alias.basis !== 'source') return undefined;
      const record = {
        ...before,
        aliases: [...new Set([...before.aliases, doi])].sort(),
        version: before.version + 1,
      };
      const writes = [
        decisionWrite(doi, alias?.canonical ?? before.doi, 'attached', curator.now),
        reportOf('publication.merged', `${doi} was made an alias of ${before.doi}`, doi, before.doi, curator),
      ];
      if ((await savePublication(record, before, writes)) !== 'saved') return stale;
      await relateSaved(record, before);
      return undefined;
    },
    persistent,
  );
  if (merged !== undefined) await mergeInto(merged, doi, curator);
  return stateOf(doi);
}

/** Merges a publication into another one, as curators do with a possible duplicate. */
async function mergeInto(kept: string, other: string, curator: Curator): Promise<void> {
  const [one, two] = [kept, other].map((id): ComparedRecord => ({ kind: 'publication', id })) as [
    ComparedRecord,
    ComparedRecord,
  ];
  const [a, b] = [await getPublication(kept), await getPublication(other)];
  const likeness = a && b && compare(comparableRecord(a), comparableRecord(b));
  await proposePair(one, { record: two, likeness: likeness ?? { score: 100, reasons: [] } }, curator.now);
  await decideDuplicate(pairId(one, two), { decision: 'merge', keep: kept }, curator, () => {});
}

/**
 * Detaches an alias from its publication, whatever sources say. The DOI becomes a publication of its own if an agency or
 * an ORCID record describes it, with what is listed under it; otherwise it leads nowhere. After a merge, this undoes it.
 * A repeated request changes nothing. Throws `not_found` if the DOI leads nowhere.
 */
export async function detachAlias(
  doi: string,
  curator: Curator,
  limits: ImportLimits = importLimits,
): Promise<AliasState> {
  const alias = await getAlias(doi);
  const isAsked = alias?.basis === 'source' || (alias && (await isListed(doi)));
  const answers = isAsked
    ? await readInTime(curator.now, limits, (timeLimits) => readSources(doi, timeLimits))
    : { agency: undefined, enrichments: noEnrichments };
  return detachWith(doi, answers, curator);
}

/** Whether an ORCID record lists a publication under this DOI. */
async function isListed(doi: string): Promise<boolean> {
  const listings = Object.values((await getPublication(doi))?.orcid_bibliographies ?? {});
  return listings.flat().some(({ listed_as }) => listed_as === doi);
}

/** `detachAlias`, with the sources' answers about the DOI. */
export async function detachWith(doi: string, { agency, enrichments }: SourceAnswers, curator: Curator) {
  await rememberWorkspace(curator.workspace);
  // An answer about the publication that the agency takes it for describes only that one.
  const isOwn = agency?.doi === doi;
  const answers = isOwn ? { agency, enrichments } : { agency: undefined, enrichments: noEnrichments };
  await retryIfStale(
    `The DOI ${doi}`,
    async () => {
      const alias = await getAlias(doi);
      const holder = await getPublication(doi);
      if (!holder) throw new Problem('not_found', 'This DOI leads to no publication');
      if (!alias) return undefined;
      if (alias.basis === 'merge') {
        const merged = await getMerged(doi);
        if (!merged) return stale;
        await decideDuplicate(merged.pair_id, { decision: 'undo' }, curator, () => {});
        return undefined;
      }
      const publications = [...new Set([alias.canonical, holder.doi])];
      const decisions = publications.map((each) => decisionWrite(doi, each, 'detached', curator.now));
      const fetched = { ...answers, doi, dois: [doi], taken: doi, mustSeparate: true, listing: undefined, orcids: [] };
      const stored = await storePublication(fetched, () => decisions, curator.now, curator);
      if (typeof stored === 'object') return undefined;
      if (stored !== 'unknown') return stale;
      const reported = `${doi} was detached from ${holder.doi}`;
      const writes = [...decisions, reportOf('publication.unmerged', reported, doi, holder.doi, curator)];
      return (await removeAlias(doi, alias.canonical, holder, writes, curator.now)) ? undefined : stale;
    },
    persistent,
  );
  return stateOf(doi);
}

/** Removes an alias that nothing describes. False if it or its publication has changed. */
async function removeAlias(
  doi: string,
  canonical: string,
  before: PublicationRecord,
  writes: Write[],
  now: Date,
): Promise<boolean> {
  const people = (await getPeople(before.researchers.map(({ orcid }) => orcid))).map(namesOf);
  const after = withoutAlias(before, doi, people);
  if ((await saveWithoutAlias(doi, canonical, { before, after }, writes)) !== 'saved') return false;
  await updatePublicationPairs(after, before, now);
  await tryToRelate(before.doi);
  return true;
}

function reportOf(
  type: 'publication.merged' | 'publication.unmerged',
  message: string,
  alias: string,
  kept: string,
  { workspace, actor, now }: Curator,
): Write {
  return eventWrite({ type, workspace, actor, message, resource: kept, metadata: { kept, other: alias } }, now);
}
