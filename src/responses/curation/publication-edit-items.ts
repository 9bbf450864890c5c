import * as z from 'zod';
import { shownEntries } from '#src/records/publications/author-names.ts';
import { abridge, FieldChange, type PublicationEdit } from '#src/records/publications/edits.ts';

const count = (side: string) =>
  z
    .int()
    .optional()
    .meta({ description: `How many entries the list ${side} has, if the response has only some` });

export const PublicationEditItem = z
  .object({
    id: z.string(),
    edited_at: z.int(),
    actor_id: z.string().nullable().meta({ description: 'Who made it, as in the activity log' }),
    reverts: z.string().nullable().meta({ description: 'The id of the edit that it reverts' }),
    changes: z.array(
      FieldChange.extend({
        field: FieldChange.shape.field.meta({ description: 'A JSON pointer, such as `/title` or `/data/authors`' }),
        before: z.unknown().meta({ description: 'The value shown before, from an editor or the sources' }),
        after: z.unknown().meta({ description: 'The value shown after' }),
        before_count: count('before'),
        after_count: count('after'),
        edited_before: z.boolean().meta({ description: 'Whether an editor had set the value before' }),
        edited_after: z.boolean().meta({ description: "Whether it is now an editor's value; false: the source's" }),
      }),
    ),
    abridged: z.boolean().optional().meta({
      description: 'True if long values are cut, because the page would be too large. Ask for fewer edits per page.',
    }),
  })
  .meta({ id: 'PublicationEdit' });

/** A response has at most 5 MB, and always contains the first edit of a page as a whole. */
const maxPageBytes = 2_000_000;

/** The edits of a page, with the entries of their lists from an offset. Values are cut once the page is full. */
export function editItems(edits: readonly PublicationEdit[], offset = 0): z.input<typeof PublicationEditItem>[] {
  let bytes = 0;
  return edits.map(({ number, edited_at, actor, reverts, changes: whole }) => {
    const common = {
      id: String(number),
      edited_at,
      actor_id: actor,
      reverts: reverts === null ? null : String(reverts),
    };
    const changes = whole.map((change) => ({
      ...change,
      ...shown('before', change, offset),
      ...shown('after', change, offset),
    }));
    const size = Buffer.byteLength(JSON.stringify(changes));
    if (bytes + size <= maxPageBytes || bytes === 0) {
      bytes += size;
      return { ...common, changes };
    }
    const short = abridge(changes).changes;
    return { ...common, changes: short.map((change, index) => ({ ...changes[index], ...change })), abridged: true };
  }) as z.input<typeof PublicationEditItem>[];
}

/** A value of a change, with the number of entries if it is a list that the response has only in part. */
function shown(side: 'before' | 'after', { [side]: value }: FieldChange, offset: number): object {
  if (!Array.isArray(value) || shownEntries(value).length === value.length) return {};
  return { [side]: shownEntries(value, offset), [`${side}_count`]: value.length };
}

/** The numbers of the edits on a page, newest first, and the page's envelope. */
export function pageOfEdits(total: number, page: number, perPage: number) {
  const pages = Math.ceil(total / perPage);
  const newest = page > pages ? 0 : total - (page - 1) * perPage;
  const numbers = Array.from({ length: Math.min(perPage, newest) }, (_, index) => newest - index);
  return { numbers, page, per_page: perPage, total, pages };
}
