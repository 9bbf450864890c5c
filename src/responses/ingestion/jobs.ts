import * as z from 'zod';
import { filter } from '#src/http/query.ts';
import { conclusion, IngestionJob, isActive, jobStatuses } from '#src/ingestion/domain/job.ts';
import type { JobItem } from '#src/ingestion/store/job-items.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { OrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';

export const IngestionRequest = z.strictObject({
  orcid_ids: z.array(OrcidId).min(1).max(100),
  skip_existing: z.boolean().default(false).meta({ description: 'Skips people who were fetched before.' }),
});

/** Requested people who were not ingested or linked, because they were erased. */
export const ErasedPeople = z.array(z.string()).meta({
  description: 'People skipped because they were erased. Nothing else is stored about the request for them.',
});

export const JobView = IngestionJob.pick({
  job_id: true,
  orcid_id: true,
  status: true,
  created_at: true,
  started_at: true,
  finished_at: true,
  attempts: true,
  waiting_for: true,
  waiting_until: true,
  counts: true,
  error_message: true,
  requested_by: true,
  scope: true,
  retry_of: true,
  retried_by: true,
  dismissed_at: true,
  dismissed_by: true,
}).meta({ id: 'IngestionJob' });

/** Jobs in a response. Other fields are removed when the response is sent. */
export const JobViews = z.array(JobView);

const workStates = ['pending', 'created', 'updated', 'skipped', 'failed'] as const;
type WorkState = (typeof workStates)[number];

/** The outcome of one work of the ORCID record. */
export const JobWorkView = z
  .object({
    id: z.string().meta({ description: 'The DOI on the ORCID record, or the id of a work without a DOI.' }),
    kind: z.enum(['publication', 'work']).meta({ description: 'Works without a DOI are listed as works.' }),
    doi: z.string().nullable(),
    doi_url: z.string().nullable(),
    work_id: z.string().nullable(),
    title: LocalizedText.nullable(),
    outcome: z.enum(workStates),
    reason: z.string().meta({ description: 'The reason, in words for the researcher.' }),
    warnings: z.array(z.string()).meta({
      description:
        'What was cut because a source sent more than is stored, and what is pending because a source refuses or ' +
        'does not answer: docs/sources.md.',
    }),
    publication_id: z
      .string()
      .nullable()
      .meta({ description: 'The DOI under which the publication is stored, if it is stored.' }),
    part_of: z.string().nullable().meta({
      description: 'The DOI of the publication it belongs to, if it is a component or file and not a publication.',
    }),
  })
  .meta({ id: 'IngestionJobWork' });
export type JobWorkView = z.output<typeof JobWorkView>;

export const JobProgress = z
  .object({ found: z.int(), done: z.int(), pending: z.int() })
  .meta({ id: 'IngestionJobProgress' });

/** A filter for several of a few values, separated by `|`. Parsed as empty if missing. */
function enumFilter<const Values extends readonly [string, ...string[]]>(values: Values, description: string) {
  const list = z
    .string()
    .transform((text) => [...new Set(text.split('|').filter(Boolean))])
    .pipe(z.array(z.enum(values)));
  const openapi = { type: 'string' };
  return filter(list, openapi, `${description} Several are separated by \`|\`: ${values.join(', ')}.`);
}

export const dismissedFilter = filter(
  z.enum(['true', 'false']).transform((text) => text === 'true'),
  { type: 'boolean' },
  'Only jobs whose failures were dismissed, or only others.',
);
export const statusFilter = enumFilter(jobStatuses, 'Only jobs with these statuses.');
export const outcomeFilter = enumFilter(workStates, 'Only works with these outcomes.');

/** A job's counts and progress from its works. If its reports have expired, it keeps its final counts. */
export function progressOf(job: IngestionJob, works: readonly JobItem[]) {
  const finished = works.flatMap((work) => ('finished' in work ? [work.finished.outcome] : []));
  const isKnown = isActive(job) || finished.length > 0;
  const counts = isKnown ? conclusion(finished).counts : job.counts;
  // An ended job waits for nothing, even if reports are missing.
  const pending = isActive(job) ? works.length - finished.length : 0;
  return { counts, progress: { found: counts.found + pending, done: counts.found, pending } };
}

/** The outcome of a work, and the reason. */
export function jobWorkView({ id, ...work }: JobItem, job: IngestionJob): JobWorkView {
  const isPublication = id.startsWith('10.');
  const shared = {
    id,
    kind: isPublication ? ('publication' as const) : ('work' as const),
    doi: isPublication ? id : null,
    doi_url: isPublication ? doiUrl(id) : null,
    work_id: isPublication ? null : id,
  };
  if ('pending' in work) {
    const reason = isActive(job) ? 'It is still to be fetched' : 'The job ended before it was fetched';
    return {
      ...shared,
      title: work.pending.summary.title,
      outcome: 'pending',
      reason,
      warnings: [],
      publication_id: null,
      part_of: null,
    };
  }
  const { outcome, message, warnings = [], title, publication, part_of } = work.finished;
  if (part_of !== undefined) {
    const reason = `It is a part of ${part_of ?? 'another publication'}, not a publication of its own`;
    return { ...shared, title, outcome, reason, warnings, publication_id: publication ?? null, part_of };
  }
  const reason = outcome === 'failed' ? (message ?? 'It could not be fetched') : reasons[shared.kind][outcome];
  const storedAs = isPublication && outcome !== 'failed' ? (publication ?? id) : null;
  const alias = storedAs === null || storedAs === id ? '' : `. It is stored under ${storedAs}`;
  return { ...shared, title, outcome, reason: `${reason}${alias}`, warnings, publication_id: storedAs, part_of: null };
}

const reasons: Record<JobWorkView['kind'], Record<Exclude<WorkState, 'pending' | 'failed'>, string>> = {
  publication: {
    created: 'It is new in the registry',
    updated: 'The sources, or its researchers, have changed since the last fetch',
    skipped: 'Nothing has changed since the last fetch',
  },
  work: {
    created: 'It has no DOI, so it became a work',
    updated: 'It has no DOI and is a work, which has changed on the ORCID record',
    skipped: 'It has no DOI and is a work, which has not changed on the ORCID record',
  },
};
