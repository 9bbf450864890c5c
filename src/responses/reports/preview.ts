import type * as z from 'zod';
import { boldAuthors, wordsIn } from '#src/curation/report-documents/bold-authors.ts';
import { citationRuns } from '#src/formats/documents/report-document.ts';
import { type TextRun, textOfRuns } from '#src/records/citations/runs.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { countReport } from './counting.ts';
import { readOutputs } from './items.ts';
import { itemRules, listedOutputs } from './listing.ts';
import type { ReportQuestion } from './question.ts';
import { type CitationRun, countsView, type ReportPreview } from './views.ts';

const shownItems = 50;

/** A report as it is now: its counts, and the citations of its first outputs, as documents have them. */
export async function previewOf(
  question: ReportQuestion,
  now: Date,
  mostItems = shownItems,
): Promise<z.input<typeof ReportPreview>> {
  const { definition } = question;
  const [counts, items, isBold] = await Promise.all([
    countReport(question, now),
    firstItems(question, now, mostItems),
    boldAuthors(definition),
  ]);
  const cited = { style: definition.style, language: wordsIn(definition.locale), isBold };
  return {
    ...countsView(counts),
    total: counts.overall.whole,
    items: items.map((item) => {
      const runs = citationRuns(cited, item);
      return { kind: item.kind, id: item.id, citation: textOfRuns(runs), runs: runs.map(runView) };
    }),
  };
}

async function firstItems(question: ReportQuestion, now: Date, most: number): Promise<ReportItem[]> {
  const [listed, rules] = await Promise.all([listedOutputs(question, most, now), itemRules(question, now)]);
  return (await readOutputs(listed, rules)).flatMap((read) => read?.item ?? []);
}

const runView = ({ text, italic, bold, link, rightToLeft }: TextRun): z.input<typeof CitationRun> => ({
  text,
  ...(italic && { italic }),
  ...(bold && { bold }),
  ...(link !== undefined && { link }),
  ...(rightToLeft && { right_to_left: true }),
});
