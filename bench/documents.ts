import { reportStyles } from '#src/records/citations/style-names.ts';
import type { ReportPreviewing } from './peers/preview-report.ts';
import { runPeer } from './peers/process.ts';
import type { DocumentWriting } from './peers/write-document.ts';
import { progress, runCommand } from './shared/command.ts';

/** The documents: of so many outputs, in a table with so many columns, and in how many seconds at most. */
interface Task {
  format: string;
  outputs: number;
  columns?: number;
  style?: string;
  mostSeconds?: number;
}

const tasks: Task[] = [
  ...reportStyles.map((style): Task => ({ format: 'runs', outputs: 1_000, style, mostSeconds: 1 })),
  { format: 'docx', outputs: 1_000, mostSeconds: 5 },
  { format: 'docx', outputs: 10_000, mostSeconds: 60 },
  { format: 'xlsx', outputs: 1_000 },
  { format: 'xlsx', outputs: 20_000, columns: 33, mostSeconds: 20 },
  { format: 'html', outputs: 1_000 },
  { format: 'html', outputs: 10_000 },
  { format: 'csv', outputs: 20_000 },
  { format: 'long-csv', outputs: 20_000 },
  { format: 'bibtex', outputs: 20_000 },
  { format: 'ris', outputs: 20_000 },
];

/** The preview of a report with so many citations, of a list in memory with so many rows. */
const preview = { citations: 1_000, mostSeconds: 1 };

await runCommand({
  name: 'bench:documents',
  summary:
    'Writes documents of reports, each in a process of its own: the median of some rounds, in seconds. `runs` are citations\n' +
    'alone; `preview` counts and cites what a list in memory has. Exit code 1 if one takes longer than its target.',
  options: {
    rounds: { defaultValue: 3, describe: 'rounds of each' },
    rows: { defaultValue: 100_000, describe: 'synthetic publications in the list of the preview' },
  },
  async run({ rounds, rows: publications }) {
    const rows = [];
    const faults: string[] = [];
    progress(`a preview of ${preview.citations} of ${publications}`);
    const previewed = await runPeer<ReportPreviewing>(
      'preview-report.ts',
      [publications, preview.citations, rounds].map(String),
    );
    if (previewed.citations !== preview.citations) faults.push(`a preview had ${previewed.citations} citations`);
    if (previewed.seconds > preview.mostSeconds)
      faults.push(`a preview of ${preview.citations} took ${previewed.seconds.toFixed(2)} s`);
    rows.push({
      format: 'preview',
      style: 'apa',
      outputs: previewed.citations,
      columns: null,
      seconds: Number(previewed.seconds.toFixed(2)),
      target: preview.mostSeconds,
      'file MB': null,
      'process MB': Math.round(previewed['process MB']),
    });
    for (const { format, outputs, columns = 0, style = 'apa', mostSeconds } of tasks) {
      progress(`${format} of ${outputs}`);
      const args = [format, outputs, rounds, columns, style].map(String);
      const written = await runPeer<DocumentWriting>('write-document.ts', args);
      const row = {
        format,
        style: format === 'runs' || format === 'docx' || format === 'html' ? style : null,
        outputs,
        columns: columns || null,
        seconds: Number(written.seconds.toFixed(2)),
        target: mostSeconds ?? null,
        'file MB': format === 'runs' ? null : Number((written.bytes / 1e6).toFixed(2)),
        'process MB': Math.round(written['process MB']),
      };
      rows.push(row);
      if (mostSeconds !== undefined && written.seconds > mostSeconds)
        faults.push(`${format} of ${outputs} took ${row.seconds} s`);
    }
    return { rows, facts: { rounds, publications }, faults };
  },
});
