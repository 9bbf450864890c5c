import { auditWrites } from '#src/logbook/audit.ts';
import type { ChangeContext } from '#src/logbook/domain/audit.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { PersonErased } from '#src/records/people/store/unless-erased.ts';
import { type PublicationRecord, shownPublication } from '#src/records/publications/publication.ts';
import { invalidField, Problem } from '#src/runtime/errors.ts';
import { inParallel } from '#src/runtime/in-parallel.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import type { SourceCallOptions } from '#src/sources/requests/http.ts';
import { isNoAnswer, SourceAnswerMalformed } from '#src/sources/requests/source.ts';
import { existingDoi, identify } from './identify.ts';
import { addPerson } from './store/add-people.ts';
import { storePublication } from './store.ts';

/** The limits of an import. The sources have `sourcesMs`; the rest of the route's 8 s is for storing. */
export const importLimits = {
  sourcesMs: 6_000,
  attemptMs: 2_500,
  maxRetryAfterMs: 1_500,
  slotSecondsAhead: 2,
} as const;

export type ImportLimits = { sourcesMs: number } & SourceCallOptions;

export interface ImportResult {
  created: boolean;
  record: PublicationRecord;
  /** The researchers who were not linked because they were erased. */
  erased: string[];
}

/**
 * Creates or refreshes the publication of a canonical or alias DOI from its sources, and links these researchers.
 * Removes no links; edits, visibility and deletion stay. Unknown researchers become people without a name, unless they
 * were erased. Writes only after all sources have answered. Throws Problem `invalid_body` if no agency knows the DOI
 * and there is no such publication, and `upstream_unavailable` if a source does not answer in time.
 */
export async function importDoi(
  { doi, orcids }: { doi: string; orcids: string[] },
  context: ChangeContext & { workspace: string },
  limits: ImportLimits = importLimits,
): Promise<ImportResult> {
  let existing = await existingDoi([doi]);
  const read = () => readInTime(context.now, limits, (callOptions) => identify(doi, undefined, callOptions));
  let identified = await read();
  return retryIfStale(`The publication ${doi}`, async () => {
    const now = await existingDoi([doi]);
    if (now !== existing && now !== identified.doi) {
      // The DOI has become part of another publication, which has its own data.
      existing = now;
      identified = await read();
    }
    if (!identified.agency && now === undefined) {
      throw invalidField('body', 'doi', 'is not registered with Crossref or DataCite');
    }
    const erased = await addUnknownPeople(orcids, context.now);
    const known = orcids.filter((orcid) => !erased.includes(orcid));
    const fetched = { ...identified, listing: undefined, orcids: known };
    let logAudit = () => {};
    const result = await storePublication(
      fetched,
      (outcome, record, before) => {
        if (outcome === 'skipped') return [];
        const audit = auditWrites({
          context,
          changes: [
            {
              action: 'publication.imported',
              workspace: null,
              resource: record.doi,
              before: before && auditedFields(before),
              after: auditedFields(record),
            },
          ],
        });
        logAudit = audit.log;
        return audit.writes;
      },
      context.now,
      context,
    );
    // Since the look-up, it was permanently deleted or merged, or a researcher was removed.
    if (!('record' in result)) return stale;
    logAudit();
    return { created: result.outcome === 'created', record: result.record, erased };
  });
}

/**
 * Reads sources for a limited time from the start of a request that somebody waits for. Throws Problem
 * `upstream_unavailable` if one does not answer.
 */
export async function readInTime<T>(
  start: Date,
  { sourcesMs, ...callOptions }: ImportLimits,
  read: (callOptions: SourceCallOptions) => Promise<T>,
): Promise<T> {
  const signal = AbortSignal.timeout(Math.max(start.getTime() + sourcesMs - Date.now(), 0));
  try {
    return await read({ ...callOptions, signal });
  } catch (cause) {
    if (!isNoAnswer(cause)) throw cause;
    const reason = signal.aborted ? 'The metadata sources did not answer in time' : cause.message;
    const wait = cause instanceof SourceAnswerMalformed ? undefined : cause.retryAfterSeconds;
    throw new Problem('upstream_unavailable', `${reason}. Nothing was changed. Try again`, {
      cause,
      ...(wait !== undefined && { retryAfterSeconds: wait }),
    });
  }
}

/** Returns those who were not added because they were erased. */
async function addUnknownPeople(orcids: string[], now: Date): Promise<string[]> {
  const known = new Set((await getPeople(orcids)).map(({ orcid }) => orcid));
  const unknown = [...new Set(orcids)].filter((orcid) => !known.has(orcid));
  const erased: string[] = [];
  await inParallel(unknown, 10, (orcid) =>
    addPerson(orcid, now).catch((error: unknown) => {
      if (!(error instanceof PersonErased)) throw error;
      erased.push(orcid);
    }),
  );
  return erased;
}

function auditedFields(record: PublicationRecord) {
  const { title, publication_date } = shownPublication(record);
  const researchers = record.researchers.map(({ orcid }) => orcid);
  return { title, publication_date, source: record.source, aliases: record.aliases, researchers };
}
