/** Finished XML or HTML, which is not escaped again. */
export interface Markup {
  readonly markup: string;
}

/** Plain text is escaped; nothing is written for null, undefined and false. */
export type MarkupContent = Markup | string | number | null | undefined | false | readonly MarkupContent[];

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 and HTML allow no other control characters
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** A text in which the characters that XML 1.0 or HTML forbid have become spaces. */
export const withoutForbidden = (text: string): string => text.toWellFormed().replace(forbidden, ' ');

/** A text for an element or a quoted attribute. Characters that XML 1.0 or HTML forbid become spaces. */
const escapeMarkup = (text: string): string =>
  withoutForbidden(text).replace(/[&<>"]/g, (character) => entities[character] ?? character);

/** An XML element. Attributes without a value are left out, and an element without content is closed at once. */
export function element(
  name: string,
  attributes: Readonly<Record<string, string | null | undefined>>,
  ...content: readonly MarkupContent[]
): Markup {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([attribute, value]) => ` ${attribute}="${escapeMarkup(value ?? '')}"`)
    .join('');
  const inside = markupOf(content);
  return { markup: inside === '' ? `<${name}${written}/>` : `<${name}${written}>${inside}</${name}>` };
}

/** Nothing if there is no content: for containers that must not be empty. */
export const containerOf = (name: string, items: readonly Markup[]): Markup | undefined =>
  items.length > 0 ? element(name, {}, items) : undefined;

/** Markup from a template, into which values are written escaped: for HTML. Attributes must be quoted. */
export const html = (strings: TemplateStringsArray, ...values: readonly MarkupContent[]): Markup => ({
  markup: String.raw({ raw: strings }, ...values.map(markupOf)),
});

function markupOf(content: MarkupContent): string {
  if (content === null || content === undefined || content === false) return '';
  if (typeof content === 'string') return escapeMarkup(content);
  if (typeof content === 'number') return String(content);
  return 'markup' in content ? content.markup : content.map(markupOf).join('');
}
