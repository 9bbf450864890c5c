import * as z from 'zod';
import { getPeople } from '#src/records/people/store/people.ts';
import { currencies, ProjectRecord, type ProjectRow } from '#src/records/projects/project.ts';
import { LocalizedText } from '#src/vocabulary/locale.ts';

const localized = LocalizedText.meta({ description: 'A text, or the same text by language tag (BCP 47)' });
const date = z.string().nullable().meta({ description: '`YYYY`, `YYYY-MM` or `YYYY-MM-DD`' });
const currency = z.enum(currencies);
const time = z.int().meta({ description: 'Milliseconds since the epoch' });
const website = z.string().nullable().meta({ description: "The project's own website" });
const deletedAt = z.string().nullable().meta({ description: 'ISO 8601; null if it is not deleted' });

export const CuratedProjectItem = z
  .object({
    id: z.string(),
    programme: localized,
    title: localized,
    start_date: date,
    end_date: date,
    cesam_funding_amount: z.number().nullable(),
    cesam_funding_currency: currency,
    total_funding_amount: z.number().nullable(),
    total_funding_currency: currency,
    proponent_institution: z.string().nullable(),
    visible: z.boolean(),
    deleted_at: deletedAt,
    created_at: time,
    updated_at: time,
    page_url: website,
  })
  .meta({ id: 'ProjectItem' });

export const curatedProjectItem = (row: ProjectRow): z.input<typeof CuratedProjectItem> => ({
  ...row,
  updated_at: row.updated_at ?? row.created_at,
});

const Participant = z
  .object({
    orcid: z.string(),
    name: LocalizedText.nullable().meta({ description: 'Null if the registry does not know the person or the name' }),
  })
  .meta({ id: 'ProjectParticipant' });

export const CuratedProject = ProjectRecord.omit({ withdrawn_at: true })
  .extend({
    programme: localized,
    title: localized,
    abstract: localized.nullable(),
    start_date: date,
    end_date: date,
    cesam_funding_amount: z.number().nullable().meta({ description: "The partner entity's share of the funding" }),
    page_url: website,
    data: z.record(z.string(), z.unknown()).meta({ description: 'Further public data, in any form' }),
    deleted_at: deletedAt,
    deleted: z.boolean(),
    members: z.array(Participant),
    coordinators: z.array(Participant),
    created_at: time,
    updated_at: time,
    version: z.int().meta({ description: 'The number of writes. `If-Match: "<version>"` refuses later versions.' }),
  })
  .meta({ id: 'Project' });

export async function curatedProject(record: ProjectRecord): Promise<z.input<typeof CuratedProject>> {
  const people = await getPeople([...record.member_orcids, ...record.coordinator_orcids]);
  const names = new Map(people.map(({ orcid, name }) => [orcid, name]));
  const named = (orcids: string[]) => orcids.map((orcid) => ({ orcid, name: names.get(orcid) ?? null }));
  return {
    ...record,
    deleted: record.deleted_at !== null,
    members: named(record.member_orcids),
    coordinators: named(record.coordinator_orcids),
  };
}

export const ProjectParams = z.object({ id: z.string().meta({ description: 'The id of the project' }) });
