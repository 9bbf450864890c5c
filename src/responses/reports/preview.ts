import type * as z from 'zod';
import { documentStyles } from '#src/records/citations/document-styles.ts';
import { textOfRuns } from '#src/records/citations/runs.ts';
import type { ReportDefinition } from '#src/records/reports/definition.ts';
import { citationOfItem, type ReportItem } from '#src/records/reports/report-item.ts';
import { countReport } from './counting.ts';
import { readOutputs } from './items.ts';
import { itemRules, listedOutputs } from './listing.ts';
import type { ReportQuestion } from './question.ts';
import { countsView, type ReportPreview } from './views.ts';

const shownItems = 50;

/** A report as it is now: its counts, and the citations of its first outputs. */
export async function previewOf(question: ReportQuestion, now: Date): Promise<z.input<typeof ReportPreview>> {
  const [counts, items] = await Promise.all([countReport(question, now), firstItems(question, now)]);
  return {
    ...countsView(counts),
    total: counts.overall.whole,
    items: items.map((item) => ({ kind: item.kind, id: item.id, citation: citationText(item, question.definition) })),
  };
}

async function firstItems(question: ReportQuestion, now: Date): Promise<ReportItem[]> {
  const [listed, rules] = await Promise.all([listedOutputs(question, shownItems, now), itemRules(question, now)]);
  return (await readOutputs(listed, rules)).flatMap((read) => read?.item ?? []);
}

/** The citation of an item in the style and the language of a report. */
function citationText(item: ReportItem, { style, locale }: Pick<ReportDefinition, 'style' | 'locale'>): string {
  const language = locale.startsWith('de') ? 'de' : 'en';
  return textOfRuns(documentStyles[style](citationOfItem(item), { language }));
}
