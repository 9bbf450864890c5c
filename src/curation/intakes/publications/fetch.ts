import { existingDoi, type Identified, identify } from '#src/ingestion/identify.ts';
import { withdrawSuggestion } from '#src/ingestion/proposals/store/proposals.ts';
import { storePublication } from '#src/ingestion/store.ts';
import type { StoredIntakeRow } from '#src/records/intakes/intake.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { readTogether } from '#src/sources/read-together.ts';
import {
  isNoAnswer,
  type ReadBefore,
  SourceAnswerMalformed,
  SourceCallPostponed,
} from '#src/sources/requests/source.ts';
import { type IntakeRowResult, PostponedRow, type RowContext } from '../kind/kind.ts';
import { RowRefused } from '../kind/row-refused.ts';
import { entryOf, existingPeople, wantedPeople } from './apply.ts';
import { contentOf } from './content.ts';
import { addingGroups, wantedGroups } from './groups.ts';
import type { Made } from './made.ts';
import { touchablePublication } from './touched.ts';

/** Below the time of the lease of the run, with the time for storing. */
const sourcesMs = 25_000;
/** A source that is paused for longer is asked again then. */
const longestPauseMs = 3_600_000;

/** Fetches the publication of a row's DOI from the sources, and links its people. */
export async function fetchPublication(row: StoredIntakeRow, context: RowContext): Promise<void> {
  const { doi } = entryOf(row);
  if (doi === null) throw new RowRefused('invalid_body', 'doi_missing', 'It has no DOI');
  const { curator, intake } = context;
  let existing = await existingDoi([doi]);
  let identified = await read(doi, existing, context);
  let isAgain = false;
  const result = await retryIfStale(`The publication ${doi}`, async () => {
    // The transaction has the condition that nothing has changed: only if it fails, the row and the DOI are read again.
    if (isAgain) {
      await context.requireUnsettled();
      const now = await existingDoi([doi]);
      if (now !== existing && now !== identified.doi) identified = await read(doi, now, context);
      existing = now;
    }
    isAgain = true;
    if (!identified.agency && existing === undefined) {
      throw new RowRefused('invalid_body', 'doi_unknown', 'The DOI is not registered with Crossref or DataCite', doi);
    }
    const orcids = await existingPeople(wantedPeople(context, row));
    const name = { kind: 'publication' as const, id: identified.doi };
    const groups = await addingGroups(name, wantedGroups(intake, row, existing === undefined), curator.now);
    let written: IntakeRowResult | undefined;
    const stored = await storePublication(
      { ...identified, listing: undefined, orcids },
      (outcome, record, before) => {
        const known = new Set(before?.researchers.map((link) => link.orcid));
        const linked = record.researchers.flatMap(({ orcid }) =>
          orcids.includes(orcid) && !known.has(orcid) ? [orcid] : [],
        );
        const isNew = outcome === 'created';
        const made: Made = {
          isNew,
          orcids: linked,
          groups: groups.ids,
          groups_version: groups.version,
          edit: null,
          after: isNew ? touchablePublication(record) : null,
        };
        const isLinked = linked.length + groups.ids.length > 0;
        const output = { kind: 'publication', id: record.doi };
        const result: IntakeRowResult = {
          outcome: isNew ? 'fetched' : isLinked ? 'linked' : 'unchanged',
          output,
          made,
        };
        written = result;
        return (at) => [...groups.writes(at), context.settle(result, at)];
      },
      curator.now,
      curator,
    );
    // Merged or deleted meanwhile, a person is gone, or another run was first: look again.
    if (!('record' in stored) || !written) return stale;
    return { written, isNew: stored.outcome === 'created' };
  });
  context.settled(result.written);
  if (result.isNew && result.written.output) await withdrawSuggestion(result.written.output.id);
}

const withinTime = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(sourcesMs)]);

/** Asks the sources about the DOIs of many rows at once. */
export const readRowsTogether = (rows: readonly StoredIntakeRow[], signal: AbortSignal): Promise<ReadBefore> =>
  readTogether(
    rows.flatMap((row) => contentOf(row)?.row?.doi ?? []),
    { signal: withinTime(signal) },
  );

/** Asks the sources. Throws `PostponedRow` if they are to be asked again later. */
async function read(
  doi: string,
  existing: string | undefined,
  { signal, readBefore }: RowContext,
): Promise<Identified> {
  try {
    return await identify(doi, undefined, { signal: withinTime(signal), readBefore }, { existing });
  } catch (error) {
    if (signal.aborted || !isNoAnswer(error)) throw error;
    if (error instanceof SourceAnswerMalformed)
      throw new RowRefused('upstream_unavailable', 'source_silent', error.message, null, { cause: error });
    const waitMs = Math.min((error.retryAfterSeconds ?? 0) * 1000, longestPauseMs);
    throw new PostponedRow(waitMs, error.message, !(error instanceof SourceCallPostponed));
  }
}
