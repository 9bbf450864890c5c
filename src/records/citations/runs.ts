import { webUrl } from '#src/vocabulary/web-url.ts';

/** A piece of a citation in one form. The text of a citation is that of its runs, one after the other. */
export interface TextRun {
  readonly text: string;
  readonly italic?: true;
  readonly bold?: true;
  /** A web address. */
  readonly link?: string;
  /** A title or name in a script that is written from right to left, to be set apart from what is around it. */
  readonly rightToLeft?: true;
}
export type Runs = readonly TextRun[];

/** The pieces of a citation; absent ones add nothing. */
export type CitationPart = string | Runs | undefined | false;

/** The plain text of runs. */
export const textOfRuns = (runs: Runs): string => runs.map(({ text }) => text).join('');

/** The runs of parts one after the other. Neighbours of one form are one run, and none is empty. */
export function runsOf(...parts: readonly CitationPart[]): Runs {
  const runs: TextRun[] = [];
  for (const part of parts) {
    for (const run of typeof part === 'string' ? [{ text: part }] : part || []) {
      if (run.text === '') continue;
      const before = runs.at(-1);
      if (before !== undefined && isAlike(before, run)) {
        runs[runs.length - 1] = { ...before, text: before.text + run.text };
      } else runs.push(run);
    }
  }
  return runs;
}

const isAlike = (one: TextRun, other: TextRun) =>
  one.italic === other.italic &&
  one.bold === other.bold &&
  one.link === other.link &&
  one.rightToLeft === undefined &&
  other.rightToLeft === undefined;

/** Runs from a template. */
export function cited({ raw }: TemplateStringsArray, ...parts: readonly CitationPart[]): Runs {
  return runsOf(...raw.flatMap((text, at) => [text, parts[at]]));
}

/** The parts that are there, with a text between them. */
export function joined(parts: readonly CitationPart[], between: string): Runs {
  const all: CitationPart[] = [];
  for (const part of parts) {
    if (!part || part.length === 0) continue;
    if (all.length > 0) all.push(between);
    all.push(part);
  }
  return runsOf(...all);
}

export const italic = (...parts: readonly CitationPart[]): Runs =>
  runsOf(...parts).map((run) => ({ ...run, italic: true }));
export const bold = (...parts: readonly CitationPart[]): Runs =>
  runsOf(...parts).map((run) => ({ ...run, bold: true }));

/** A text that leads to an address, if that is one of the web: editors can store any. */
export function linked(text: string, address: string | undefined): Runs {
  const link = webUrl(address);
  return runsOf(link === null ? text : [{ text, link }]);
}

/** The text of a title or a name, set apart if its script is written from right to left. */
export const inOwnDirection = (text: string): Runs =>
  runsOf(isRightToLeft(text) ? [{ text, rightToLeft: true }] : text);

const firstLetter = /\p{L}/u;
const rightToLeftScript =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}\p{Script=Mandaic}\p{Script=Samaritan}]/u;

/** Whether a text is to be read from right to left, by its first letter. */
export const isRightToLeft = (text: string | undefined): boolean =>
  rightToLeftScript.test(firstLetter.exec(text ?? '')?.[0] ?? '');

/** Whether nothing is to be put after it to end a sentence. */
const endsWithMark = (text: string) => /[.?!]$/.test(text);

/** Ends a sentence, unless it is empty or ends with a mark. */
export function sentence(...parts: readonly CitationPart[]): Runs {
  const runs = runsOf(...parts);
  const last = runs.at(-1)?.text ?? '';
  return last === '' || endsWithMark(last) ? runs : runsOf(runs, '.');
}
