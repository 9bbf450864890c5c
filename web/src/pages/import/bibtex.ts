const entryStart = /^[ \t]*@(?!comment\b|string\b|preamble\b)\w+\s*[{(]/gim;
/** The beginning of a field: of an entry, or alone in a line. */
const fieldStart = (name: string) => new RegExp(`(?:^|[\\s,{(])${name}\\s*=\\s*`, 'i');

/** The entries of a BibTeX text, each with the number of its first line; undefined for another text. */
export function bibtexEntries(text: string): { line: number; entry: string }[] | undefined {
  const starts = [...text.matchAll(entryStart)].map(({ index }) => index);
  if (starts.length === 0) return undefined;
  let [line, read] = [1, 0];
  return starts.map((start, number) => {
    line += text.slice(read, start).split('\n').length - 1;
    read = start;
    return { line, entry: text.slice(start, starts[number + 1]).trim() };
  });
}

/** The value of a BibTeX field, without its braces, quotes and escapes; undefined if the text has no such field. */
export function bibtexField(text: string, name: string): string | undefined {
  const start = fieldStart(name).exec(text);
  if (!start) return undefined;
  const rest = text.slice(start.index + start[0].length);
  const written = rest.startsWith('{') ? inBraces(rest) : (/^"([^"]*)"/.exec(rest)?.[1] ?? /^[^\s,}]*/.exec(rest)?.[0]);
  return written
    ?.replace(/\\([_&%#$~^{}])/g, '$1')
    .replace(/[{}\\]/g, '')
    .trim();
}

/** The text between the first brace and the one that closes it, or to the end without one. */
function inBraces(text: string): string {
  let depth = 0;
  for (const { 0: brace, index } of text.matchAll(/\\.|[{}]/gs)) {
    if (brace === '{') depth++;
    if (brace === '}' && --depth === 0) return text.slice(1, index);
  }
  return text.slice(1);
}
