import { accents, asTerm, isRaised } from './tex.ts';

/**
 * Converts a formula in MathML to markup for `plainText`, as `tex.ts` does: fractions, roots and brackets as text, indices and
 * powers as elements. https://www.w3.org/TR/mathml-core/, and of MathML 3 `mfenced`.
 */

/** A start, an end or an empty element of MathML, or a text, which other elements are part of. */
const token = /<(\/?)(?:[a-z][a-z0-9]{0,9}:)?(math|m[a-z]{1,15}|none)\b([^<>]*)>|[^<]+|</gi;

interface Element {
  name: string;
  attributes: string;
  children: string[];
  /** Of `mmultiscripts`, the place of the first child that stands before the base. */
  before?: number;
}

/** Formulas have a few levels. */
const maxDepth = 100;

/** The markup of a `<math>` element in linear time; undefined if its elements are not balanced. */
export function mathToMarkup(math: string): string | undefined {
  const root: Element = { name: 'root', attributes: '', children: [] };
  const open = [root];
  for (const [written, slash, tag = '', attributes = ''] of math.matchAll(token)) {
    const parent = open.at(-1) ?? root;
    const name = tag.toLowerCase();
    if (name === 'mprescripts') {
      parent.before ??= parent.children.length;
    } else if (tag === '') {
      if (written.trim() !== '') parent.children.push(written.trim());
    } else if (slash === '/') {
      if (parent.name !== name) return undefined;
      open.pop();
      open.at(-1)?.children.push(read(parent));
    } else if (attributes.endsWith('/')) {
      parent.children.push(read({ name, attributes, children: [] }));
    } else {
      if (open.length > maxDepth) return undefined;
      open.push({ name, attributes, children: [] });
    }
  }
  return open.length === 1 ? root.children.join('') : undefined;
}

/** The markup of an element by that of its children. */
function read({ name, attributes, children, before }: Element): string {
  const [base = '', second = '', third = ''] = children;
  const whole = children.join('');
  if (name === 'mspace') return /\bwidth\s*=\s*["']?(?:-|0[a-z"'])/i.test(attributes) ? '' : ' ';
  if (name === 'mtd' || name === 'mtr' || name === 'mlabeledtr') return `${whole} `;
  if (name === 'msqrt') return `√${asTerm(whole)}`;
  if (name === 'mfenced') return fenced(children, attributes);
  if (name === 'mmultiscripts')
    return pairs(children.slice(before ?? Infinity)) + base + pairs(children.slice(1, before));
  if (children.length !== numberOfParts.get(name)) return whole;
  if (name === 'mfrac') return isStack.test(attributes) ? `${base} ${second}` : `${asTerm(base)}/${asTerm(second)}`;
  if (name === 'mroot') return `${radicals.get(second) ?? `${raised(second)}√`}${asTerm(base)}`;
  if (name === 'msubsup' || name === 'munderover') return base + lowered(second) + raised(third);
  if (name === 'msub' || name === 'munder') return base + lowered(second);
  const accent = name === 'mover' && /^\p{L}$/u.test(base) ? accentOf.get(second) : undefined;
  return base + (accent ?? raised(second));
}

/** Of elements whose children have meanings by their place. */
const numberOfParts = new Map(
  Object.entries({ mfrac: 2, mroot: 2, msub: 2, msup: 2, munder: 2, mover: 2, msubsup: 3, munderover: 3 }),
);

/** A fraction without a line, as in a binomial coefficient. */
const isStack = /\blinethickness\s*=\s*["']?0/i;
const radicals = new Map([
  ['3', '∛'],
  ['4', '∜'],
]);

/** The accents that are written above a letter, by the characters that stand for them. */
const accentOf = new Map(
  ['bar=¯‾―-\u0304\u0305', 'hat=^ˆ\u0302', 'tilde=~˜\u0303', 'dot=.˙\u0307', 'ddot=¨\u0308', 'check=ˇ\u030c', 'vec=→⃗']
    .map((line) => line.split('='))
    .flatMap(([name = '', written = '']) => [...written].map((character) => [character, accents.get(name) ?? ''])),
);

const lowered = (script: string) => (script === '' ? '' : `<sub>${script}</sub>`);
const raised = (script: string) => (script === '' || isRaised(script) ? script : `<sup>${script}</sup>`);

/** Pairs of indices and powers. Those before a base are such as the mass of a nuclide. */
const pairs = (scripts: readonly string[]) =>
  scripts.map((script, place) => (place % 2 === 0 ? lowered(script) : raised(script))).join('');

/** In brackets, with commas, unless the attributes name other characters. */
function fenced(children: readonly string[], attributes: string): string {
  const attribute = (name: string) =>
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`, 'i').exec(attributes)?.slice(1).join('').trim();
  const separators = [...(attribute('separators') ?? ',')];
  const list = children.map((child, place) =>
    place === 0 ? child : `${separators[place - 1] ?? separators.at(-1) ?? ''}${child}`,
  );
  return `${attribute('open') ?? '('}${list.join('')}${attribute('close') ?? ')'}`;
}
