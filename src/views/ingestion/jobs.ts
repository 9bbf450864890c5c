import * as z from 'zod';
import { changeContext } from '../../auth/actor.ts';
import type { MemberCaller } from '../../auth/caller.ts';
import type { ChangeContext } from '../../domain/audit.ts';
import { conclusion, IngestionJob, isActive, jobStatuses } from '../../domain/job.ts';
import { doiUrl } from '../../domain/values/doi.ts';
import { LocalizedText } from '../../domain/values/locale.ts';
import { OrcidId } from '../../domain/values/orcid-id.ts';
import { Problem } from '../../errors.ts';
import { filter } from '../../http/query.ts';
import type { JobWork } from '../../storage/ingestion/job-works.ts';

/** The fields of a request for the ingestion of researchers. */
export const IngestionRequest = {
  orcid_ids: z.array(OrcidId).min(1).max(100),
  skip_existing: z.boolean().default(false).meta({ description: 'Leaves out people who were fetched before.' }),
  restore_erased: z.boolean().default(false).meta({
    description: 'Also ingests people who were erased, which is then forgotten. Only for superadmins: 403 for others.',
  }),
};

/** People of a request who were not ingested, or linked, because they were erased. */
export const ErasedPeople = z.array(z.string()).meta({
  description: 'Those who were left out because they were erased. Nothing else is stored of the request for them.',
});

/** Who asks for people although they were erased. Throws Problem `forbidden` for all but superadmins. */
export function restorerOf(
  { restore_erased }: { restore_erased: boolean },
  input: { caller: MemberCaller; now: Date; requestId: string },
): ChangeContext | undefined {
  if (!restore_erased) return undefined;
  if (input.caller.role === 'superadmin') return changeContext(input);
  throw new Problem('forbidden', '`restore_erased` requires the role superadmin');
}

/** An ingestion job as the dashboard shows it. */
export const JobView = IngestionJob.pick({
  job_id: true,
  orcid_id: true,
  status: true,
  created_at: true,
  started_at: true,
  finished_at: true,
  attempts: true,
  counts: true,
  error_message: true,
  requested_by: true,
  scope: true,
  retry_of: true,
  retried_by: true,
}).meta({ id: 'IngestionJob' });

/** Jobs in a response. Members that are not shown are removed when the response is sent. */
export const JobViews = z.array(JobView);

const workStates = ['pending', 'created', 'updated', 'skipped', 'failed'] as const;
type WorkState = (typeof workStates)[number];

/** What became of one work of the ORCID record. */
export const JobWorkView = z
  .object({
    id: z.string().meta({ description: 'The DOI on the ORCID record, or the id of a work without a DOI.' }),
    kind: z.enum(['publication', 'work']).meta({ description: 'Works without a DOI are listed as works.' }),
    doi: z.string().nullable(),
    doi_url: z.string().nullable(),
    work_id: z.string().nullable(),
    title: LocalizedText.nullable(),
    outcome: z.enum(workStates),
    reason: z.string().meta({ description: 'Why, in words for the researcher.' }),
    publication_id: z
      .string()
      .nullable()
      .meta({ description: 'The DOI under which the publication is stored, if it is stored.' }),
    part_of: z
      .string()
      .nullable()
      .meta({ description: 'The DOI of what it is a part of, if it is a component or file and no publication.' }),
  })
  .meta({ id: 'IngestionJobWork' });
export type JobWorkView = z.output<typeof JobWorkView>;

export const JobProgress = z
  .object({ found: z.int(), done: z.int(), pending: z.int() })
  .meta({ id: 'IngestionJobProgress' });

/** A filter for several of a few values, separated by `|`. The parsed value is empty if it is not given. */
function enumFilter<const Values extends readonly [string, ...string[]]>(values: Values, description: string) {
  const list = z
    .string()
    .transform((text) => [...new Set(text.split('|').filter(Boolean))])
    .pipe(z.array(z.enum(values)));
  const openapi = { type: 'string' };
  return filter(list, openapi, `${description} Several are separated by \`|\`: ${values.join(', ')}.`);
}

export const statusFilter = enumFilter(jobStatuses, 'Only jobs with these statuses.');
export const outcomeFilter = enumFilter(workStates, 'Only works with these outcomes.');

/** The counts and the progress of a job from its works. A job whose reports have expired keeps the counts it ended with. */
export function progressOf(job: IngestionJob, works: readonly JobWork[]) {
  const finished = works.flatMap((work) => ('finished' in work ? [work.finished.outcome] : []));
  const isKnown = isActive(job) || finished.length > 0;
  const counts = isKnown ? conclusion(finished).counts : job.counts;
  // A job that has ended waits for nothing, whatever it left behind.
  const pending = isActive(job) ? works.length - finished.length : 0;
  return { counts, progress: { found: counts.found + pending, done: counts.found, pending } };
}

/** What became of a work and why. */
export function jobWorkView({ id, ...work }: JobWork, job: IngestionJob): JobWorkView {
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
      publication_id: null,
      part_of: null,
    };
  }
  const { outcome, message, title, publication, part_of } = work.finished;
  if (part_of !== undefined) {
    const reason = `It is a part of ${part_of ?? 'another publication'}, not a publication of its own`;
    return { ...shared, title, outcome, reason, publication_id: publication ?? null, part_of };
  }
  const reason = outcome === 'failed' ? (message ?? 'It could not be fetched') : reasons[shared.kind][outcome];
  const storedAs = isPublication && outcome !== 'failed' ? (publication ?? id) : null;
  const alias = storedAs === null || storedAs === id ? '' : `. It is stored under ${storedAs}`;
  return { ...shared, title, outcome, reason: `${reason}${alias}`, publication_id: storedAs, part_of: null };
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
