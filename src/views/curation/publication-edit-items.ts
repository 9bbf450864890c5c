import * as z from 'zod';
import { abridge, FieldChange, type PublicationEdit } from '../../domain/publications/edits.ts';

export const PublicationEditItem = z
  .object({
    id: z.string(),
    edited_at: z.int(),
    actor_id: z.string().nullable().meta({ description: 'Who made it, as in the activity log' }),
    reverts: z.string().nullable().meta({ description: 'The id of the edit that it reverts' }),
    changes: z.array(
      FieldChange.extend({
        field: FieldChange.shape.field.meta({ description: 'A JSON pointer, such as `/title` or `/data/authors`' }),
        before: z.unknown().meta({ description: 'The value that was shown before, from an editor or the sources' }),
        after: z.unknown().meta({ description: 'The value that was shown after' }),
        edited_before: z.boolean().meta({ description: 'Whether an editor had set the value before' }),
        edited_after: z.boolean().meta({ description: "Whether it is an editor's value now; false: the source's" }),
      }),
    ),
    abridged: z.boolean().optional().meta({
      description: 'True if long values are cut, because the page would be too large. Ask for fewer edits per page.',
    }),
  })
  .meta({ id: 'PublicationEdit' });

/** Lambda limits a response to 6 MB, measured as a JSON string in JSON. */
const maxPageCharacters = 2_000_000;

/** The edits of a page. Values are cut once the page is full. */
export function editItems(edits: readonly PublicationEdit[]): z.input<typeof PublicationEditItem>[] {
  let characters = 0;
  return edits.map(({ number, edited_at, actor, reverts, changes }) => {
    const common = {
      id: String(number),
      edited_at,
      actor_id: actor,
      reverts: reverts === null ? null : String(reverts),
    };
    const size = JSON.stringify(changes).length;
    if (characters + size <= maxPageCharacters || characters === 0) {
      characters += size;
      return { ...common, changes };
    }
    const short = abridge(changes).changes;
    return { ...common, changes: short.map((change, index) => ({ ...changes[index], ...change })), abridged: true };
  }) as z.input<typeof PublicationEditItem>[];
}
