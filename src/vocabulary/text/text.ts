import { decodeHTMLStrict } from 'entities';
import { partGluedWords } from './glued-words.ts';
import { mathToMarkup } from './mathml.ts';
import { texToMarkup } from './tex.ts';

/**
 * The plain text of a title, name or abstract. Sources send HTML, JATS, MathML, TeX and Crossref's `<formula>`, as tags
 * or encoded up to three times, beside look-alikes such as `p < 0.05`. So only known or namespaced names with
 * well-formed attributes are tags. Decoding repeats until nothing changes, which makes it idempotent.
 */
export interface PlainText {
  /** One line, NFC, single spaces, without markup and entities. */
  text: string;
  /** Safe HTML with the elements of `keptElements` without attributes. Null if there are none. */
  html: string | null;
}

/** The elements kept in `html`, each with its source names. `sc` is JATS's small capitals. */
const keptElements: Record<string, string[]> = {
  i: ['i', 'italic', 'it'],
  b: ['b', 'bold'],
  em: ['em', 'emph'],
  strong: ['strong'],
  sub: ['sub', 'inf'],
  sup: ['sup'],
  sc: ['sc', 'scp', 'smallcaps', 'small-caps'],
  u: ['u', 'underline'],
  s: ['s', 'strike', 'strikethrough', 'del'],
  code: ['code', 'tt', 'monospace', 'kbd', 'samp'],
};

/** Inline elements of HTML, JATS, MathML and Crossref, removed without leaving a space. */
const inline = `a abbr acronym alternatives big bdi bdo blink cite dfn email ext-link face fixed-case font formula
  img inline-formula inline-graphic ins italics label mark mark-text named-content nobr nocase overline ovl roman rp rt
  ruby sans-serif sans small span strut styled-content tex tex-math uri wbr xref
  math maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms
  mspace msqrt mstyle none msub msubsup msup mtext munder munderover semantics annotation annotation-xml`
  .trim()
  .split(/\s+/);

/** Block elements, each replaced by a space. */
const block = `abstract address article aside blockquote body boxed-text br break caption center col colgroup dd
  def-list disp-formula disp-quote div dl dt fig figcaption figure footer fn graphic h1 h2 h3 h4 h5 h6 head header hr
  html li list list-item main nav ol p pre sec section statement subtitle table table-wrap tbody td tfoot th thead title
  tr trans-title ul verse-group verse-line mtable mtd mtr mlabeledtr script style`
  .trim()
  .split(/\s+/);

/** Elements removed with their content. */
const silent = ['script', 'style', 'annotation', 'annotation-xml'];

/**
 * During decoding, pairs of noncharacters, which text must not contain (Unicode 23.7), stand for kept elements. So
 * decoded text cannot be mistaken for them.
 */
const firstMark = 0xfdd0;
const marks = /[\ufdd0-\ufdef]/g;
const markOf = new Map<string, string>();
const elementOf = new Map<string, { name: string; opens: boolean }>();
for (const [index, [name, names]] of Object.entries(keptElements).entries()) {
  const open = String.fromCharCode(firstMark + 2 * index);
  const close = String.fromCharCode(firstMark + 2 * index + 1);
  elementOf.set(open, { name, opens: true }).set(close, { name, opens: false });
  for (const alias of names) markOf.set(alias, open).set(`/${alias}`, close);
}
const blocks = new Set(block);
const blockMark = '\ufdef';
const blockMarks = new Map(block.flatMap((name) => [name, `/${name}`].map((written) => [written, blockMark])));

const names = [...Object.values(keptElements).flat(), ...inline, ...block]
  .sort((a, b) => b.length - a.length)
  .join('|');
const prefix = '(?:[a-z][a-z0-9]{0,9}:)?';
const attributes = `(?:\\s+[a-z_:][\\w:.-]*\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>=]+)){0,100}`;
const named = `(?:${prefix}(${names})|[a-z][a-z0-9]{0,9}:[a-z][\\w-]{0,40})`;
const tag = new RegExp(`<(/?)${named}${attributes}\\s*/?>`, 'gi');
const silentElement = new RegExp(`<(${prefix}(?:${silent.join('|')}))${attributes}\\s*>[^<]*</\\1\\s*>`, 'gi');
/** Content up to the next start or end tag with one of these names, so that each part of a text is read once. */
const upTo = (...names: string[]) => `[^<]*(?:<(?!/?${prefix}(?:${names.join('|')})\\b)[^<]*){0,20000}`;
const math = new RegExp(`<(${prefix}math)${attributes}\\s*>${upTo('math')}</\\1\\s*>`, 'gi');
/** A formula in several notations, of which one is enough: https://jats.nlm.nih.gov/archiving/tag-library/1.3/element/alternatives.html */
const inAlternatives = upTo('alternatives');
const alternatives = new RegExp(`<(${prefix}alternatives)${attributes}\\s*>(${inAlternatives})</\\1\\s*>`, 'gi');
const texElement = new RegExp(`<(${prefix}tex-math)${attributes}\\s*>${upTo('tex-math')}</\\1\\s*>`, 'gi');
/**
 * The frame that makes a document of a formula: `\\documentclass…\\begin{document}…\\end{document}`. No part contains
 * the beginning of another one, so that texts full of beginnings are read once.
 */
const texFrame =
  /\\documentclass\b(?:(?!\\(?:documentclass\b|begin\s?\{document\}))[^<]){0,3000}\\begin\s?\{document\}((?:(?!\\(?:begin|end)\s?\{document\})[\s\S]){0,5000})\\end\s?\{document\}/g;
const documentType = /<!doctype\b[^<>]*>/gi;
/** The ampersand of an entity, encoded any number of times. */
const encodedAmpersand = /&(?:amp;|#38;|#x26;)+(?=#?\w{1,31};)/gi;
const entity = /&#?\w{1,31};/g;

/** Soft hyphens, zero-width blanks, byte-order and directional marks, and libraries' marks around "The" (ISO 6630). */
const invisible =
  /[\u0088\u0089\u0098\u009c\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Scripts and emoji that may use zero-width joiners. Elsewhere, joiners are noise. */
const joiner = '\\u200c\\u200d';
const joined = `[^\\p{ASCII}\\p{Script=Latin}\\p{P}\\p{Z}${joiner}]`;
const strayJoiners = new RegExp(
  `(?<!${joined}|[${joiner}])[${joiner}]+|(?<![${joiner}])[${joiner}]+(?!${joined}|[${joiner}])`,
  'gu',
);
/** TeX writes an accent above i and j onto their forms without a dot: in Unicode that is another letter than í. */
const dotless = /[\u0131\u0237](?=[\u0300-\u0314])/g;
const blanks = /[\s\p{Z}\p{Cc}]+/gu;

/** Limit of nested encodings and of tags built from pieces of tags. Only attacks exceed it. */
const maxDepth = 12;

/** Limit of nested elements. Formulas have a few levels of indices. */
const maxNested = 20;

/** Converts source markup to plain text and safe HTML. Never throws. The text is '' if there is only markup. */
export function plainText(marked: string): PlainText {
  const withMarks = strip(marked.replace(marks, ''), markOf);
  const unmarked = withMarks.replace(marks, '');
  const text = oneLine(strip(unmarked, new Map()));
  // If removing the marks created new markup, the HTML cannot be trusted.
  const html = unmarked === withMarks || text !== oneLine(unmarked) ? null : htmlOf(withMarks);
  const saysTheSame = html === null || oneLine(strip(html, new Map())) === text;
  return { text, html: saysTheSame ? html : null };
}

const oneLine = (text: string) => text.replace(blanks, ' ').trim();

const subtitleStart = /(?:<|&(?:amp;)*lt;)subtitle(?:>|&(?:amp;)*gt;)/i;
const subtitleEnd = /(?:<|&(?:amp;)*lt;)\/subtitle(?:>|&(?:amp;)*gt;)/i;

/** A title and the `<subtitle>` within it, or null, both with markup. */
export function splitSubtitle(marked: string): { title: string; subtitle: string | null } {
  const start = subtitleStart.exec(marked);
  if (!start) return { title: marked, subtitle: null };
  const after = marked.slice(start.index + start[0].length);
  const end = subtitleEnd.exec(after);
  const subtitle = end ? after.slice(0, end.index) : after;
  const rest = end ? after.slice(end.index + end[0].length) : '';
  return { title: `${marked.slice(0, start.index)} ${rest}`, subtitle };
}

/** The text of each non-empty paragraph, heading or other block. */
export function plainBlocks(marked: string): string[] {
  return strip(marked.replace(marks, ''), blockMarks)
    .split(blockMark)
    .flatMap((block) => plainText(block).text || []);
}

/** Decodes entities and removes tags. Tags in `kept` are replaced by their mark. */
function strip(marked: string, kept: ReadonlyMap<string, string>): string {
  let text = marked;
  for (let level = 0; level < maxDepth; level++) {
    const before = text;
    text = decode(withoutTags(text, kept));
    if (text === before) return text;
  }
  return text.replace(/[<&\\$]/g, ' ');
}

/** Formulas without TeX's frame, and in MathML where they are in both notations. */
function inOneNotation(marked: string): string {
  const bare = marked.includes('\\documentclass') ? marked.replace(texFrame, '$1') : marked;
  if (bare.search(alternatives) < 0) return bare.search(math) < 0 ? bare : bare.replace(texElement, '');
  return bare.replace(alternatives, (_, __, formula: string) =>
    formula.search(math) < 0 ? formula : formula.replace(texElement, ''),
  );
}

function withoutTags(marked: string, kept: ReadonlyMap<string, string>): string {
  const written = inOneNotation(reread(marked))
    .toWellFormed()
    .replace(dotless, (letter) => (letter === '\u0131' ? 'i' : 'j'))
    .normalize('NFC')
    .replace(invisible, '')
    .replace(strayJoiners, '');
  const text = partGluedWords(texToMarkup(written));
  if (!text.includes('<')) return text;
  return withoutSections(text)
    .replace(silentElement, ' ')
    .replace(math, (formula) => mathToMarkup(formula) ?? formula.replace(/>\s+/g, '>').replace(/(?<!\s)\s+</g, '<'))
    .replace(tag, (_, slash: string, written = '') => {
      const name = written.toLowerCase();
      return kept.get(slash + name) ?? (blocks.has(name) ? ' ' : '');
    });
}

/** UTF-8 that was read as Windows-1252: "GarcÃ\u00ada", "Womenâ€™s". */
const misread = /[\u00c2\u00c3][\u0080-\u00bf]|[\u00c4-\u00df][\u0080-\u009f]|\u00e2[\u0080\u20ac]/;
const windows1252 = new Map(
  [...'€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'].map((character, at) => [character, 0x80 + at]),
);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Restores UTF-8 that was read as Windows-1252, if all of it is valid UTF-8. */
function reread(text: string): string {
  if (!misread.test(text)) return text;
  const bytes = Array.from(text, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code <= 0xff ? code : windows1252.get(character);
  });
  if (!bytes.every((byte) => byte !== undefined)) return text;
  try {
    return reread(utf8.decode(Uint8Array.from(bytes)));
  } catch {
    return text;
  }
}

/** Removes comments, processing instructions and document types, and keeps the text of character data. */
function withoutSections(text: string): string {
  const content = replaceSpans(replaceSpans(text, /<!--/g, '-->', 5_000), /<\?[a-z]/gi, '?>', 5_000);
  return replaceSpans(content.replace(documentType, ''), /<!\[CDATA\[/g, ']]>', 50_000, (inside) => inside);
}

/**
 * Replaces spans from a start to the next end that have at most `most` characters inside. Linear time: an end is
 * searched for only once, however many starts precede it.
 */
function replaceSpans(
  text: string,
  start: RegExp,
  end: string,
  most: number,
  replacementOf = (_inside: string) => '',
): string {
  const out: string[] = [];
  let copied = 0;
  let ending = 0;
  for (const { 0: opening, index } of text.matchAll(start)) {
    if (index < copied) continue;
    const inside = index + opening.length;
    if (ending < inside) ending = text.indexOf(end, inside);
    if (ending < 0) break;
    if (ending - inside > most) continue;
    out.push(text.slice(copied, index), replacementOf(text.slice(inside, ending)));
    copied = ending + end.length;
  }
  return out.join('') + text.slice(copied);
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(encodedAmpersand, '&').replace(entity, (written) => decodeHTMLStrict(written).replace(marks, ''));
}

/** Converts marks to well-nested elements, dropping empty ones. Null if none remain, or they are nested too deeply. */
function htmlOf(withMarks: string): string | null {
  const open: { name: string; start: number }[] = [];
  const out: string[] = [];
  let elements = 0;
  let afterBlank = true;
  const close = () => {
    const element = open.pop();
    if (!element) return;
    const content = out.splice(element.start).join('');
    if (content.trim() === '') {
      out.push(content);
    } else {
      out.push(`<${element.name}>${content}</${element.name}>`);
      elements++;
    }
  };
  for (const part of withMarks.replace(blanks, ' ').split(/([\ufdd0-\ufdef])/)) {
    const element = elementOf.get(part);
    if (element?.opens) {
      if (open.length === maxNested) return null;
      open.push({ name: element.name, start: out.length });
    } else if (element) {
      if (open.some(({ name }) => name === element.name)) {
        while (open.at(-1)?.name !== element.name) close();
        close();
      }
    } else if (part !== '') {
      out.push(escaped(afterBlank ? part.trimStart() : part));
      afterBlank = part.endsWith(' ');
    }
  }
  while (open.length > 0) close();
  return elements === 0 ? null : out.join('').trim();
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => escapes[character] ?? character);
