import { reportStyles } from '#src/records/citations/style-names.ts';
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

await runCommand({
  name: 'bench:documents',
  summary:
    'Writes documents of reports, each in a process of its own: the median of some rounds, in seconds. `runs` are citations\n' +
    'alone. Exit code 1 if one takes longer than its target.',
  options: { rounds: { defaultValue: 3, describe: 'rounds of each' } },
  async run({ rounds }) {
    const rows = [];
    const faults: string[] = [];
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
    return { rows, facts: { rounds }, faults };
  },
});
