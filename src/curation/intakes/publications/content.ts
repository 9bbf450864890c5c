import * as z from 'zod';
import { IntakeRow } from '#src/records/intakes/row.ts';

const Remark = z.object({ code: z.string(), detail: z.string().optional(), line: z.int().optional() });

/** An entry of a file of references, as its row has it. */
export const PublicationContent = z.object({
  key: z.string().nullable(),
  original: z.string(),
  row: IntakeRow.nullable(),
  faults: z.array(Remark),
  notes: z.array(Remark),
});
export type PublicationContent = z.output<typeof PublicationContent>;

/** The entry of a stored row. Undefined if it named somebody who was erased. */
export const contentOf = ({ content }: { content: unknown }): PublicationContent | undefined =>
  content === null ? undefined : PublicationContent.parse(content);
