import type { UnreadableFile } from '#src/formats/reading/entries/remarks.ts';
import { texts } from '../../web/src/text/catalogs/en.ts';

/** Why an entry is faulty, in the words of the dashboard: "A brace is not closed". */
export const causesOf = (faults: readonly { code: string; detail?: string | undefined }[]): string =>
  faults.map(({ code, detail }) => worded('entryFault', code, detail)).join('; ');

/** Why a file is not read, in the words of the dashboard. */
export const refusalOf = ({ code, detail }: UnreadableFile): string => worded('refusal', code, detail);

function worded(kind: 'entryFault' | 'refusal', code: string, detail = ''): string {
  const words: string = (texts as Record<string, string>)[`import.${kind}.${code}`] ?? code;
  // A terminal would obey what a file of another kind has in it.
  const shown = detail.replaceAll(/\p{C}+/gu, ' ').trim();
  return shown === '' ? words : `${words.replace(/[.]$/, '')}: ${shown}`;
}
