import { saveWithoutAlias } from '#src/duplicates/saving/save-separated.ts';
import { getMerged } from '#src/duplicates/store/merged.ts';
import { readSources, type SourceAnswers } from '#src/ingestion/identify.ts';
import { type ImportLimits, importLimits, readInTime } from '#src/ingestion/import-doi.ts';
import { storePublication } from '#src/ingestion/store.ts';
import { rememberWorkspace } from '#src/logbook/activity.ts';
import { withoutAlias } from '#src/records/publications/removals.ts';
import { decisionWrite, getAlias } from '#src/records/publications/store/alias-decisions.ts';
import { getPublication } from '#src/records/publications/store/publications.ts';
import { rematched } from '#src/records/publications/store/rematch.ts';
import { Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import { noEnrichments } from '#src/sources/enrichments.ts';
import type { Curator } from '../change-publication.ts';
import { decideDuplicate } from '../duplicates.ts';
import { type AliasState, reportOf, stateOf } from './alias-state.ts';

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
    ? await readInTime(curator.now, limits, (callOptions) => readSources(doi, callOptions))
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
      if ('record' in stored) return undefined;
      if (stored.outcome !== 'unknown') return stale;
      const reported = `${doi} was detached from ${holder.doi}`;
      const writes = [...decisions, reportOf('publication.unmerged', reported, doi, holder.doi, curator)];
      const change = { before: holder, after: await rematched(withoutAlias(holder, doi)) };
      const { canonical } = alias;
      const saved = await saveWithoutAlias({ doi, canonical }, change, writes, { now: curator.now });
      return saved === 'saved' ? undefined : stale;
    },
    persistent,
  );
  return stateOf(doi);
}
