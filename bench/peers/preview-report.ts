import { publicationItem } from '#src/records/publications/store/items.ts';
import { ReportDefinition } from '#src/records/reports/definition.ts';
import { previewOf } from '#src/responses/reports/preview.ts';
import { reportQuestion } from '#src/responses/reports/question.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { syntheticPublication } from '../../local/data/synthetic.ts';
import { writeItems } from '../../local/data/write-items.ts';
import { median, timed } from '../shared/statistics.ts';
import { withTable, writeListRows } from '../shared/table.ts';

/**
 * Previews a report of a year with so many formatted citations, of lists in memory and a table in memory, some times, and
 * sends the median. Arguments: the number of publications, of citations, and of rounds. The first round, which reads the
 * list, does not count.
 */

export interface ReportPreviewing {
  seconds: number;
  /** The outputs that were counted, and of these, those with a citation. */
  outputs: number;
  citations: number;
  'process MB': number;
}

const [publications = 100_000, citations = 1_000, rounds = 5] = process.argv.slice(2).map(Number);
/** The oldest year of synthetic publications: it has about one in ninety. */
const year = 1982;

await withTable(async () => {
  await writeListRows(publications);
  await writeItems(recordsOf(year));
  const definition = ReportDefinition.parse({
    name: 'A year',
    period: { years: 'absolute', from: year, to: year },
    group_by: ['type', 'open_access'],
    counting: 'fractional',
  });
  const now = new Date();
  const question = await reportQuestion(definition, { workspace: defaultWorkspace, now, lastRunMs: null });
  const preview = () => previewOf(question, now, citations);
  const { total, items } = await preview();
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push((await timed(preview)).ms);
  process.send?.({
    seconds: median(times) / 1000,
    outputs: total,
    citations: items.filter(({ runs }) => runs.length > 0).length,
    'process MB': process.memoryUsage.rss() / 1e6,
  } satisfies ReportPreviewing);
});

function* recordsOf(wanted: number) {
  for (let index = 0; index < publications; index++) {
    const record = syntheticPublication(index, publications);
    if (record.original?.publication_year === wanted) yield publicationItem(record);
  }
}
