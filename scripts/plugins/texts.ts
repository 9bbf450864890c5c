import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type GetTextTranslations, mo, po } from 'gettext-parser';

const domain = 'publication-registry';
const quoted = "'((?:[^'\\\\]|\\\\.)*)'";
const calls = new RegExp(`(?:__|esc_html__|esc_attr__|esc_html_e)\\(\\s*${quoted},\\s*'${domain}'`, 'g');
const plurals = new RegExp(`_n\\(\\s*${quoted},\\s*${quoted},`, 'g');
const comments = /translators: (.*?) \*\/\s*(?:\S.*\n?)?/;

/** The template of translations (.pot) of the PHP files in a folder. */
export function translationTemplate(folder: string): string {
  const texts: GetTextTranslations['translations'][string] = {};
  for (const file of globSync('{*.php,src/*.php}', { cwd: folder }).sort()) {
    const code = readFileSync(join(folder, file), 'utf8');
    const add = (match: RegExpExecArray, plural?: string) => {
      const msgid = unescaped(match[1] ?? '');
      // WordPress requires a comment for translators right before the line of a text with placeholders.
      const before = code.slice(0, match.index).split('\n').slice(-2).join('\n');
      const extracted = comments.exec(before)?.[1];
      const entry = texts[msgid] ?? { msgid, msgstr: plural === undefined ? [''] : ['', ''] };
      const known = entry.comments?.reference;
      const reference = known?.split('\n').includes(file) ? known : [known, file].filter(Boolean).join('\n');
      texts[msgid] = {
        ...entry,
        ...(plural !== undefined && { msgid_plural: plural }),
        comments: { ...entry.comments, reference, ...(extracted && { extracted: `translators: ${extracted}` }) },
      };
    };
    for (const match of code.matchAll(calls)) add(match);
    for (const match of code.matchAll(plurals)) add(match, unescaped(match[2] ?? ''));
  }
  const headers = {
    'Project-Id-Version': 'Publication Registry',
    'Content-Type': 'text/plain; charset=UTF-8',
    'Content-Transfer-Encoding': '8bit',
    'X-Domain': domain,
  };
  const compiled = po.compile({ charset: 'utf-8', headers, translations: { '': texts } }, { foldLength: 0 });
  return `${compiled.toString().trimEnd()}\n`;
}

/** A translation (.po) in the form that WordPress reads (.mo). */
export const compiledTranslation = (text: string): Buffer => mo.compile(po.parse(text));

const unescaped = (text: string) => text.replace(/\\(['\\])/g, '$1');
