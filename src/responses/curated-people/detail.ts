import * as z from 'zod';
import { unknownPerson } from '#src/curation/people.ts';
import { IngestionJob } from '#src/ingestion/domain/job.ts';
import { latestJobs } from '#src/ingestion/store/job-list.ts';
import { publicationCounts } from '#src/lists/researchers.ts';
import { Affiliation } from '#src/records/people/affiliation.ts';
import { originalsOf, type PersonRecord } from '#src/records/people/person.ts';
import { affiliationsOf } from '#src/records/people/store/affiliations.ts';
import { getPerson } from '#src/records/people/store/people.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';
import { PersonParams } from './changes.ts';
import { CuratedPerson, curatedPerson } from './list.ts';

const edit = <S extends z.ZodType>(value: S) => z.object({ value, original: value }).nullable();

const LastIngestion = IngestionJob.pick({
  job_id: true,
  status: true,
  created_at: true,
  started_at: true,
  finished_at: true,
  counts: true,
  error_message: true,
}).meta({ id: 'PersonIngestion' });

/** Everything the dashboard shows about a person. */
const CuratedPersonDetail = CuratedPerson.extend({
  given_name: z.string().nullable(),
  family_name: z.string().nullable(),
  biography: z.string().nullable(),
  edits: z
    .object({ name: edit(LocalizedText.nullable()), biography: edit(z.string().nullable()) })
    .meta({ description: "The fields set by a curator, each with ORCID's current value; null for the others" }),
  affiliations: z
    .array(Affiliation.extend({ created_at: z.int() }))
    .meta({ description: 'All periods, latest start first' }),
  last_ingestion: LastIngestion.nullable().meta({ description: 'The latest ingestion, which may be in progress' }),
  created_at: z.int(),
}).meta({ id: 'CuratedPersonDetail' });

/** Route declaration fields for showing everything about a person. */
export const showsPerson = {
  description: 'With edits beside the values of ORCID, all affiliation periods, and the latest ingestion.',
  params: PersonParams,
  responses: { 200: CuratedPersonDetail },
  problems: ['not_found'],
  grants: ['lists:publications', 'people:read', 'affiliations:query', 'jobs:read'],
  async handle({ params: { orcid }, now }: { params: z.output<typeof PersonParams>; now: Date }) {
    return { status: 200 as const, body: await personDetail(orcid, now) };
  },
} as const;

/** The details of a person. Throws Problem `not_found` for an unknown iD. */
async function personDetail(orcid: string, now: Date): Promise<z.input<typeof CuratedPersonDetail>> {
  const [record, periods, countsOf, [job]] = await Promise.all([
    getPerson(orcid),
    affiliationsOf(orcid),
    publicationCounts(),
    latestJobs([orcid]),
  ]);
  if (!record) throw unknownPerson();
  // The current affiliation comes from the periods shown beside it, even if one was started between the two reads.
  return {
    ...record,
    ...curatedPerson({ ...record, affiliations: periods }, countsOf(orcid), now),
    edits: editsView(record),
    affiliations: periods.toSorted((one, other) => other.starts_at - one.starts_at || other.sequence - one.sequence),
    last_ingestion: job ?? null,
  };
}

function editsView(record: PersonRecord): z.input<typeof CuratedPersonDetail>['edits'] {
  const { edits } = record;
  const originals = originalsOf(record);
  return {
    name: edits.name === undefined ? null : { value: edits.name, original: originals.name },
    biography: edits.biography === undefined ? null : { value: edits.biography, original: originals.biography },
  };
}
