import { decodeHTMLStrict } from 'entities';
import { partGluedWords } from './glued-words.ts';
import { texToMarkup } from './tex.ts';

/**
 * The plain text of a title, name or abstract, as it is stored and searched.
 *
 * Sources send HTML, JATS face markup, MathML, TeX and Crossref's `<formula>`, as tags or as entities encoded up to three
 * times, next to text that only looks like markup: `p < 0.05`, `x<y and y>z`. So only known names and those with a
 * namespace are tags, with well-formed attributes. Decoding repeats until nothing changes, so the conversion is idempotent.
 */
export interface PlainText {
  /** One line, NFC, without markup and entities. Words are separated by one space. */
  text: string;
  /**
   * The same text as safe HTML: the elements of `keptElements` without attributes, everything else escaped. Null if it
   * has no such elements.
   */
  html: string | null;
}

/** The elements kept in `html`, each with its source names. `sc` is JATS's small capitals. */
const keptElements: Record<string, string[]> = {
  i: ['i', 'italic', 'it'],
  b: ['b', 'bold'],
  em: ['em'],
  strong: ['strong'],
  sub: ['sub', 'inf'],
  sup: ['sup'],
  sc: ['sc', 'scp', 'smallcaps', 'small-caps'],
  u: ['u', 'underline'],
  s: ['s', 'strike', 'strikethrough', 'del'],
  code: ['code', 'tt', 'monospace', 'kbd', 'samp'],
};

/** Inline elements of HTML, JATS, MathML and Crossref: removed without leaving a space. */
const inline = `a abbr acronym alternatives big bdi bdo blink cite dfn email ext-link face fixed-case font formula
  img inline-formula inline-graphic ins italics label mark mark-text named-content nobr nocase overline roman rp rt
  ruby sans-serif sans small span strut styled-content tex tex-math uri wbr xref
  math maction menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow ms
  mspace msqrt mstyle none msub msubsup msup mtext munder munderover semantics annotation annotation-xml`
  .trim()
  .split(/\s+/);

/** Block elements: each becomes a space. */
const block = `abstract address article aside blockquote body boxed-text br break caption center col colgroup dd
  def-list disp-formula disp-quote div dl dt fig figcaption figure footer fn graphic h1 h2 h3 h4 h5 h6 head header hr
  html li list list-item main nav ol p pre sec section statement subtitle table table-wrap tbody td tfoot th thead title
  tr trans-title ul verse-group verse-line mtable mtd mtr mlabeledtr script style`
  .trim()
  .split(/\s+/);

/** Elements whose content is removed too. */
const silent = ['script', 'style', 'annotation', 'annotation-xml'];

/*
 * During decoding, kept elements are represented by pairs of noncharacters, which text must not contain (Unicode 23.7).
 * So decoded text can never be mistaken for one of them.
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
const attributes = `(?:\\s+[a-z_:][\\w:.-]*\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'<>=]+))*`;
const named = `(?:${prefix}(${names})|[a-z][a-z0-9]{0,9}:[a-z][\\w-]{0,40})`;
const tag = new RegExp(`<(/?)${named}${attributes}\\s*/?>`, 'gi');
const silentElement = new RegExp(`<(${prefix}(?:${silent.join('|')}))${attributes}\\s*>[^<]*</\\1\\s*>`, 'gi');
/** A MathML formula is often repeated in TeX, for software that cannot render MathML. */
const texBesideMath = new RegExp(`<(${prefix}tex-math)${attributes}\\s*>[^<]*</\\1\\s*>`, 'gi');
const math = new RegExp(`<(${prefix}math)${attributes}\\s*>.{0,50000}?</\\1\\s*>`, 'gis');
/** MathML has the scripts before a letter, such as the mass of a nuclide, after it. */
const prescripts = new RegExp(
  `<(${prefix}mmultiscripts)${attributes}\\s*>(.{0,2000}?)<${prefix}mprescripts\\s*/?>(.{0,2000}?)</\\1\\s*>`,
  'gis',
);
/** Comments, processing instructions and document types. */
const notContent = /<!--.{0,5000}?-->|<\?[a-z].{0,5000}?\?>|<!doctype\b[^<>]*>/gis;
const characterData = /<!\[CDATA\[(.{0,50000}?)\]\]>/gs;
/** An ampersand of an entity, encoded any number of times. */
const encodedAmpersand = /&(?:amp;|#38;|#x26;)+(?=#?\w{1,31};)/gi;
const entity = /&#?\w{1,31};/g;

/** Soft hyphens, zero-width blanks, byte-order and directional marks. */
const invisible = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]/g;
/** Characters of scripts and emoji that may use zero-width joiners. Anywhere else, joiners are noise. */
const joined = '[^\\p{ASCII}\\p{Script=Latin}\\p{P}\\p{Z}]';
const strayJoiner = new RegExp(`(?<!${joined})[\\u200c\\u200d]|[\\u200c\\u200d](?!${joined})`, 'gu');
const blanks = /[\s\p{Z}\p{Cc}]+/gu;

/** The limit of nested encodings and of tags built from pieces of tags. Only an attack has more. */
const maxDepth = 12;

/** Converts source markup to plain text and safe HTML. Never throws. The text is '' if there is only markup. */
export function plainText(marked: string): PlainText {
  const withMarks = strip(marked.replace(marks, ''), markOf);
  const unmarked = withMarks.replace(marks, '');
  const text = oneLine(strip(unmarked, new Map()));
  // If removing the marks created new markup from the pieces, the HTML cannot be trusted.
  const html = unmarked === withMarks || text !== oneLine(unmarked) ? null : htmlOf(withMarks);
  const saysTheSame = html === null || oneLine(strip(html, new Map())) === text;
  return { text, html: saysTheSame ? html : null };
}

const oneLine = (text: string) => text.replace(blanks, ' ').trim();

const subtitleStart = /(?:<|&(?:amp;)*lt;)subtitle(?:>|&(?:amp;)*gt;)/i;
const subtitleEnd = /(?:<|&(?:amp;)*lt;)\/subtitle(?:>|&(?:amp;)*gt;)/i;

/** A title and the `<subtitle>` within it, both with their markup. Null if it has none. */
export function splitSubtitle(marked: string): { title: string; subtitle: string | null } {
  const start = subtitleStart.exec(marked);
  if (!start) return { title: marked, subtitle: null };
  const after = marked.slice(start.index + start[0].length);
  const end = subtitleEnd.exec(after);
  const subtitle = end ? after.slice(0, end.index) : after;
  const rest = end ? after.slice(end.index + end[0].length) : '';
  return { title: `${marked.slice(0, start.index)} ${rest}`, subtitle };
}

/** The text of each paragraph, heading or other block, without empty ones. */
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

function withoutTags(marked: string, kept: ReadonlyMap<string, string>): string {
  const written = marked.toWellFormed().normalize('NFC').replace(invisible, '').replace(strayJoiner, '');
  const text = partGluedWords(texToMarkup(written));
  if (!text.includes('<')) return text;
  const hasMath = text.search(math) >= 0;
  return (hasMath ? text.replace(texBesideMath, '') : text)
    .replace(notContent, '')
    .replace(characterData, '$1')
    .replace(silentElement, ' ')
    .replace(math, (formula) => formula.replace(/>\s+/g, '>').replace(/\s+</g, '<').replace(prescripts, '$3$2'))
    .replace(tag, (_, slash: string, written = '') => {
      const name = written.toLowerCase();
      return kept.get(slash + name) ?? (blocks.has(name) ? ' ' : '');
    });
}

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(encodedAmpersand, '&').replace(entity, (written) => decodeHTMLStrict(written).replace(marks, ''));
}

/** Converts marks to well-nested elements and drops empty ones. Null if no element remains. */
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
