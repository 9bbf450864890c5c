import * as z from 'zod';
import type { ChangeResult } from '#src/curation/change-publication.ts';
import { versionTag } from '#src/http/entity-tag.ts';
import { getPeople } from '#src/records/people/store/people.ts';
import { publicationDetail } from './publication-detail.ts';
import { peopleOfMatches } from './publication-matches.ts';

export const ChangedPublication = z
  .object({
    ok: z.boolean(),
    visible: z.boolean(),
    edit_count: z.int().meta({ description: 'The number of edits of content, without changes of visibility' }),
  })
  .meta({ id: 'ChangedPublication' });

/** The response to a change, with the publication's new ETag. */
export async function changedPublication({ record }: ChangeResult) {
  const people = await getPeople(peopleOfMatches(record));
  return {
    status: 200,
    body: { ok: true, visible: record.visible, edit_count: record.edit_count },
    headers: { etag: versionTag(record, publicationDetail(record, people, true)) },
  } as const;
}

export const PublicationIds = z
  .array(z.string())
  .max(500)
  .meta({ description: 'DOIs as people write them; several of one publication count once' });
