import { proposePair } from '#src/duplicates/find.ts';
import { saveWithConsequences } from '#src/duplicates/saving/consequences.ts';
import { pairId } from '#src/duplicates/store/pairs.ts';
import { rememberWorkspace } from '#src/logbook/activity.ts';
import { comparableRecord } from '#src/records/likeness/comparable.ts';
import { compare } from '#src/records/likeness/compare.ts';
import type { ComparedRecord } from '#src/records/likeness/pair.ts';
import { decisionWrite, getAlias } from '#src/records/publications/store/alias-decisions.ts';
import { canonicalDois, getPublication } from '#src/records/publications/store/publications.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { persistent, retryIfStale, stale } from '#src/runtime/retry.ts';
import type { Curator } from '../change-publication.ts';
import { decideDuplicate } from '../duplicates.ts';
import { type AliasState, reportOf, stateOf } from './alias-state.ts';

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
      const [alias, leadsTo] = [await getAlias(doi), (await canonicalDois([doi])).get(doi)];
      if (leadsTo !== undefined && !alias) return before.doi;
      if (leadsTo !== undefined && leadsTo !== before.doi) {
        throw new Problem('conflict', `${doi} is an alias of ${leadsTo}: detach it first`);
      }
      if (alias && alias.basis !== 'source') return undefined;
      const after = {
        ...before,
        aliases: [...new Set([...before.aliases, doi])].sort(),
        version: before.version + 1,
      };
      const writes = [
        decisionWrite(doi, alias?.canonical ?? before.doi, 'attached', curator.now),
        reportOf('publication.merged', `${doi} was made an alias of ${before.doi}`, doi, before.doi, curator),
      ];
      const saved = await saveWithConsequences({ before, after }, writes, { now: curator.now });
      return saved === 'saved' ? undefined : stale;
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
  await proposePair(one, { record: two, likeness: likeness ?? { score: 100, reasons: [] } }, curator.now, {
    isRequested: true,
  });
  await decideDuplicate(pairId(one, two), { decision: 'merge', keep: kept }, curator, () => {});
}
