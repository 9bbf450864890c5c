import type { FileEntry } from '#src/formats/reading/entries/remarks.ts';
import type { FileReport } from '#src/formats/reading/read-file.ts';
import {
  decideClass,
  type RegistryApi,
  type RemoteIntake,
  type RemoteRow,
  rowsWith,
  runStep,
  sendFile,
} from './registry.ts';
import { causesOf } from './words.ts';

interface TakingIn {
  /** Only say what the entries are. */
  isDry: boolean;
  asJson: boolean;
  duplicates: 'keep' | 'skip' | undefined;
  group_id: string | null;
  link_names: boolean;
}

/**
 * Sends a file to a registry, has it checked, and unless it is a dry run, applied. Prints the result, and the progress to
 * stderr. Returns the exit code: 1 if some entries are faulty, undecided or have failed.
 */
export async function takeIntoRegistry(
  api: RegistryApi,
  file: { name: string; report: FileReport | undefined; entries: readonly FileEntry[] },
  { isDry, asJson, duplicates, ...options }: TakingIn,
): Promise<number> {
  const progress = (text: string) => console.error(text);
  const { id } = await sendFile(api, file, options, progress);
  let intake = await runStep(api, id, 'check', progress);
  if (!isDry) {
    await decideClass(api, id, 'known', 'apply');
    if (duplicates) await decideClass(api, id, 'duplicate', duplicates === 'keep' ? 'apply' : 'skip');
    intake = await runStep(api, id, 'apply', progress);
  }
  const faulty = await rowsWith(api, id, 'class=faulty');
  const failed = isDry ? [] : await rowsWith(api, id, 'outcome=failed');
  const result = {
    intake: id,
    address: `${api.address}/intakes/${id}`,
    state: intake.state,
    counts: intake.counts,
    outcomes: intake.outcomes,
    undecided: intake.undecided,
    faulty: faulty.map(({ line, key, faults }) => ({ line, key, faults })),
    failed: failed.map(({ line, key, message }) => ({ line, key, message })),
  };
  console.log(asJson ? JSON.stringify(result, null, 2) : inWords(result, intake, { faulty, failed }));
  return faulty.length + failed.length + intake.undecided > 0 ? 1 : 0;
}

function inWords(
  { address }: { address: string },
  { total, counts, outcomes, undecided, state }: RemoteIntake,
  { faulty, failed }: { faulty: readonly RemoteRow[]; failed: readonly RemoteRow[] },
): string {
  const list = (of: Record<string, number>) =>
    Object.entries(of)
      .map(([name, count]) => `${count} ${name}`)
      .join(', ');
  const at = ({ line, key }: RemoteRow) => `line ${line}${key === null ? '' : ` (${key})`}`;
  return [
    `${total} entries: ${list(counts)}`,
    ...(state === 'checked' ? [] : [`Done: ${list(outcomes)}`]),
    ...faulty.map((row) => `${at(row)}: ${causesOf(row.faults) || 'nothing could be read'}`),
    ...failed.map((row) => `${at(row)}: failed: ${row.message ?? ''}`),
    ...(undecided > 0 ? [`${undecided} wait for a decision`] : []),
    address,
  ].join('\n');
}
