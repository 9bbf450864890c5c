/** A tag of an XML text, without the prefix of its namespace. */
export interface XmlTag {
  name: string;
  kind: 'open' | 'close' | 'empty';
  attributes: string;
  /** The text before it, as written. */
  before: string;
}

const tag =
  /<(?:!--[\s\S]*?-->|!\[CDATA\[([\s\S]*?)\]\]>|\?[^>]*\?>|(\/?)(?:[\w.-]+:)?([\w.-]+)((?:\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>)/g;

/** The tags of an XML text in order. Comments are left out; CDATA is text. */
export function* xmlTags(text: string): Generator<XmlTag> {
  const pattern = new RegExp(tag);
  let [at, before] = [0, ''];
  for (let found = pattern.exec(text); found; found = pattern.exec(text)) {
    const [, data, slash = '', name, attributes = '', empty = ''] = found;
    before += text.slice(at, found.index);
    at = pattern.lastIndex;
    if (data !== undefined) before += data.replace(/&/g, '&amp;').replace(/</g, '&lt;');
    if (name === undefined) continue;
    yield { name, kind: slash === '/' ? 'close' : empty === '/' ? 'empty' : 'open', attributes, before };
    before = '';
  }
}

/** The value of an attribute, whatever the prefix of its name. */
export function attribute(attributes: string, name: string): string | undefined {
  for (const [, key, double, single] of attributes.matchAll(/(?:[\w.-]+:)?([\w.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    if (key === name) return xmlText(double ?? single ?? '');
  }
  return undefined;
}

const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text with its character references read; others stay. */
export const xmlText = (written: string): string =>
  written.includes('&')
    ? written.replace(
        /&(?:#x([\da-f]{1,6})|#(\d{1,7})|(lt|gt|amp|quot|apos));/gi,
        (all, hex, decimal, name: string) => {
          if (name !== undefined) return entities[name.toLowerCase()] ?? all;
          const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
          return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
        },
      )
    : written;

/** A text of a cell: `_x000D_` stands for what XML cannot hold, and `_x005F_` for its own first sign. */
export const cellText = (written: string): string =>
  written
    .replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replace(/\r\n?/g, '\n');
