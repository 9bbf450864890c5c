import { posix } from 'node:path';
import type { Violation } from './source.ts';

/** Rejects notes on unfinished work, which belong in the plans, and reasons for changes, which belong in commits. */
export function checkText(file: string, text: string): Violation[] {
  const unwanted = [
    {
      pattern: /\b(?:TO_?DO|FIX_?ME)\b/,
      message: 'finish it, or leave it out: notes to oneself are not kept in files',
    },
    { pattern: /^(?:<{7}|>{7}) /, message: 'a conflict of a merge is left: choose one side' },
    { pattern: /\bissues? #\d/i, message: 'say what is so, not where it was discussed' },
  ];
  return eachLine(text).flatMap(({ line, content }) =>
    unwanted.filter(({ pattern }) => pattern.test(content)).map(({ message }) => ({ file, line, message })),
  );
}

const mostLinesOfComment = 3;
/** Higher than for comments, because a docstring also tells callers what they must know. */
const mostLinesOfDocstring = 5;

/** The beginning of a comment that names nothing. A line that continues the comment of the line before is no beginning. */
const namelessOpening =
  /(?<=^|[\s{])(?<!^[ \t]*\/\/.*\n[ \t]*)(?:\/\/[ \t]*|\/\*[\s*]*)(What|Those|Likewise|The same|So|Whoever)\b/gm;

/**
 * Rejects comments that are too long, and those whose first words do not name what they are about. Examples in a
 * docstring, its tags and empty lines do not count.
 */
export function checkComments(file: string, text: string): Violation[] {
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  const kinds: { pattern: RegExp; isCounted: RegExp; most: number }[] = [
    { pattern: /(?:^[ \t]*\/\/.*\n)+/gm, isCounted: /\S/, most: mostLinesOfComment },
    { pattern: /^[ \t]*\/\*\*?[\s\S]*?\*\//gm, isCounted: /^[\s/*]* ?[^\s*/@]/, most: mostLinesOfDocstring },
  ];
  const long = kinds.flatMap(({ pattern, isCounted, most }) =>
    [...text.matchAll(pattern)].flatMap(({ 0: comment, index }) => {
      const lines = comment.split('\n').filter((line) => isCounted.test(line) && !/^\s*\* {3,}/.test(line)).length;
      const message = `is a comment of ${lines} lines, more than ${most}`;
      return lines > most ? [{ file, line: lineAt(index), message }] : [];
    }),
  );
  const nameless = [...text.matchAll(namelessOpening)].map(({ index, 1: opening }) => ({
    file,
    line: lineAt(index),
    message: `is a comment that begins with "${opening}": name the thing, as in "The fields that an editor can set"`,
  }));
  return [...long, ...nameless];
}

/** The targets of a page's links: the repository's files, and the text of those with headings. */
export interface Repository {
  exists(path: string): boolean;
  read(path: string): string;
}

const topFolders = 'bench|bin|clients|docs|lambdas|lib|local|openapi|scripts|src|test|web';
const quotedPath = new RegExp(`\`((?:${topFolders})/[\\w./@-]*)\``, 'g');
const link = /\]\(([^)\s]+)\)/g;

/** Checks that every relative link leads to an existing file and heading, and every quoted path exists. */
export function checkPage(file: string, text: string, repository: Repository): Violation[] {
  return eachLine(withoutCodeBlocks(text)).flatMap(({ line, content }) => {
    const links = [...content.matchAll(link)].map(([, target = '']) => linkProblem(file, target, repository));
    const paths = [...content.matchAll(quotedPath)].map(([, path = '']) =>
      repository.exists(path) ? undefined : `${path} does not exist`,
    );
    return [...links, ...paths].filter((message) => message !== undefined).map((message) => ({ file, line, message }));
  });
}

function linkProblem(file: string, target: string, repository: Repository): string | undefined {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [path = '', anchor] = target.split('#');
  const page = path === '' ? file : posix.join(posix.dirname(file), path);
  if (!repository.exists(page)) return `the link ${target} leads nowhere: ${page} does not exist`;
  if (anchor === undefined || !page.endsWith('.md')) return undefined;
  return headings(repository.read(page)).has(anchor) ? undefined : `${page} has no heading #${anchor}`;
}

/** The anchors of a page's headings, in GitHub's form. */
export function headings(text: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, title = ''] of withoutCodeBlocks(text).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
    const anchor = plain.replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '').replaceAll(' ', '-');
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** The fenced `sh` blocks of a page, each with its first line number. */
export function shellBlocks(text: string): { line: number; text: string }[] {
  return [...text.matchAll(/^( *)```sh\n([\s\S]*?)^\1```$/gm)].map(({ index, 1: indent = '', 2: block = '' }) => ({
    line: text.slice(0, index).split('\n').length + 1,
    text: block.replace(new RegExp(`^${indent}`, 'gm'), ''),
  }));
}

/**
 * Checks that a shell variable stands for the same value of `.local/stack.json` on every page, and each value has one
 * variable, so that commands of several pages can be pasted into one shell.
 */
export function checkVariables(pages: readonly { file: string; text: string }[]): Violation[] {
  const assignments = pages.flatMap(({ file, text }) =>
    shellBlocks(text).flatMap((block) =>
      [...block.text.matchAll(/^(\w+)=\$\(stack ([\w.]+)\)$/gm)].map(({ index, 1: name = '', 2: value = '' }) => ({
        file,
        line: block.line + block.text.slice(0, index).split('\n').length - 1,
        name,
        value,
      })),
    ),
  );
  return assignments.flatMap(({ file, line, name, value }) => {
    const other = assignments.find((known) => (known.name === name) !== (known.value === value));
    if (!other) return [];
    return [{ file, line, message: `${name} is ${value} here; ${other.file} has ${other.name} for ${other.value}` }];
  });
}

/** Removes fenced blocks, whose example paths may be invented. Lines keep their numbers. */
const withoutCodeBlocks = (text: string) =>
  text.replace(/^( *)(```|~~~)[\s\S]*?^\1\2.*$/gm, (block) => block.replace(/[^\n]/g, ''));

const eachLine = (text: string) => text.split('\n').map((content, index) => ({ line: index + 1, content }));
