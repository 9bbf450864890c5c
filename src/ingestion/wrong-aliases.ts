import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { getAlias } from '#src/records/publications/store/alias-decisions.ts';
import { findChanges, isListable, splitIntoLists } from '#src/sources/changes.ts';
import type { SourceCallOptions } from '#src/sources/requests/http.ts';
import { agencyNames } from '#src/vocabulary/sources/declarations.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { identify, type SourceAnswers } from './identify.ts';
import { storePublication } from './store.ts';

/**
 * The aliases of a publication that an agency knows as other publications. Older versions stored all DOIs of an ORCID
 * group as aliases. Those that its own agency names in `agency`, or curators have decided about, are not asked for; all
 * others are, in one request to each agency for a hundred. Throws like fetchJson.
 */
export async function findWrongAliases(
  { doi, aliases }: PublicationRecord,
  agency: SourceAnswers['agency'],
  callOptions: SourceCallOptions,
): Promise<string[]> {
  const named = new Set([doi, ...(agency ? [agency.doi, ...(agency.aliases ?? [])] : [])]);
  const doubtful: string[] = [];
  for (const alias of aliases) {
    if (!named.has(alias) && isListable(alias) && (await getAlias(alias))?.basis === 'source') doubtful.push(alias);
  }
  const known = new Set<string>();
  for (const list of splitIntoLists(doubtful, (each) => each)) {
    for (const name of agencyNames) {
      for (const each of (await findChanges[name](list, 0, callOptions)).keys()) known.add(each);
    }
  }
  return doubtful.filter((each) => known.has(each));
}

/**
 * Separates an alias from the publication that it wrongly leads to, with the data of its sources, as an ingestion does
 * that reads it. Edits stay where they are. Throws like `readSources`.
 */
export async function separateAlias(
  alias: string,
  callOptions: SourceCallOptions,
  { now, actor }: { now: Date; actor: string | null },
): Promise<void> {
  const identified = await identify(alias, undefined, callOptions);
  if (identified.taken === undefined) return;
  const reporter = { workspace: defaultWorkspace, actor };
  await storePublication(
    { ...identified, mustSeparate: true, listing: undefined, orcids: [] },
    () => [],
    now,
    reporter,
  );
}
