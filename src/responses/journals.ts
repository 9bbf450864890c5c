import * as z from 'zod';
import { orNone } from '#src/http/values-filter.ts';
import type { ValueCounts } from '#src/lists/model/page.ts';
import type { Journal as JournalRecord } from '#src/records/journals/journal.ts';
import { statingSources } from '#src/records/journals/statements.ts';
import { getJournals, issnsOfJournals } from '#src/records/journals/store/journals.ts';

export const JournalResponse = z
  .object({
    id: z
      .string()
      .meta({ description: 'The linking ISSN, or else the first of `issns`. It may change, unlike the ISSNs' }),
    issn_l: z.string().nullable(),
    issns: z.array(z.string()),
    title: z.string().nullable(),
    titles: z
      .array(z.object({ title: z.string(), sources: z.array(z.enum(statingSources)) }))
      .meta({ description: 'All forms of the title, at most 20, with the sources that have them' }),
    publisher: z.string().nullable(),
    is_in_doaj: z.boolean().nullable().meta({ description: 'Whether the Directory of Open Access Journals lists it' }),
  })
  .meta({ id: 'Journal' });

/** The condition of a list query for publications of these journals, and for those of none if `unknown` is among them. */
export async function journalCondition(asked: readonly string[] | null): Promise<{ journal?: (string | null)[] }> {
  if (asked === null) return {};
  const issns = orNone(asked);
  const known = await issnsOfJournals(issns.filter((issn) => issn !== null));
  return { journal: issns.includes(null) ? [...known, null] : known };
}

/** Values of a facet. Further ones are rare. */
const maxValues = 50;

export interface JournalCount {
  value: string;
  count: number;
  title: string | null;
}

/** The most frequent journals: the counts of all their ISSNs. */
export async function journalCounts(counts: ValueCounts): Promise<JournalCount[]> {
  const byIssn = new Map([...counts].map(([issn, count]) => [String(issn), count]));
  const frequent = [...byIssn]
    .sort(byCount)
    .slice(0, maxValues)
    .map(([issn]) => issn);
  const journals = await getJournals(frequent);
  const found = new Map<string, JournalCount>();
  for (const issn of frequent) {
    const { id, issns, title }: Pick<JournalRecord, 'id' | 'issns' | 'title'> = journals.get(issn) ?? {
      id: issn,
      issns: [issn],
      title: null,
    };
    const count = issns.reduce((sum, each) => sum + (byIssn.get(each) ?? 0), 0);
    found.set(id, { value: id, count, title });
  }
  return [...found.values()];
}

const byCount = ([one, count]: [string, number], [other, otherCount]: [string, number]) =>
  otherCount - count || (one < other ? -1 : 1);
