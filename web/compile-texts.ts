import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import { pageTexts, partOf } from './src/text/page-texts.ts';

/** A part of a catalog: every property value is a message. */
const catalogPart = /\/web\/src\/text\/catalogs\/\w+[.]ts[?]part=(\w+)$/;
const loader = /\/web\/src\/text\/load-catalog[.]ts$/;
const catalogs = join(import.meta.dirname, 'src/text/catalogs');

/** The parts of a syntax tree that are used here. */
interface Syntax {
  type: string;
  value?: unknown;
  key?: unknown;
}

interface Message {
  key: string;
  value: string;
}

/**
 * Splits each catalog into its parts, each a file, and compiles their ICU messages, so that browsers load no compiler.
 * An invalid message fails the build.
 */
export function compileTexts(): Plugin {
  // Each part is asked for by itself, and parsing a catalog takes longer than all else here.
  const parsed = new Map<string, Message[]>();
  return {
    name: 'compile-texts',
    load: {
      filter: { id: loader },
      handler: () => loaderOfParts(readdirSync(catalogs).map((file) => basename(file, '.ts'))),
    },
    buildEnd: () => parsed.clear(),
    transform: {
      filter: { id: catalogPart },
      handler(code, id) {
        const [, part] = catalogPart.exec(id) ?? [];
        const messages = parsed.get(code) ?? messagesOf(this.parse(code) as unknown as Syntax);
        parsed.set(code, messages);
        const texts = messages.filter(({ key }) => partOf(key) === part);
        const compiled = Object.fromEntries(texts.map(({ key, value }) => [key, compileText(value)]));
        return { code: `export const texts = ${JSON.stringify(compiled)};`, map: null };
      },
    },
  };
}

/** The code of `load-catalog.ts`, with an import for each part of each language. */
function loaderOfParts(languages: readonly string[]): string {
  const parts = ['first', ...pageTexts];
  const loadersOf = (language: string) =>
    parts.map((part) => `${part}: () => import('./catalogs/${language}.ts?part=${part}')`).join(', ');
  return [
    `const catalogs = { ${languages.map((language) => `${language}: { ${loadersOf(language)} }`).join(', ')} };`,
    'export const languages = Object.keys(catalogs);',
    'export const loadPart = async (language, part) => (await catalogs[language][part]()).texts;',
  ].join('\n');
}

/** An ICU message as browsers read it. Throws if it is not valid. */
export const compileText = (message: string): CompiledMessage => compileMessageOrThrow(message);

/** The messages below a node with their keys, in the order of the file. */
function messagesOf(node: Syntax): Message[] {
  if (node.type === 'Property') {
    const { type, value } = node.value as Syntax;
    const key = node.key as Syntax & { name?: string };
    if (type !== 'ObjectExpression') {
      if (typeof value !== 'string') throw new Error(`A text has to be a string, and not ${type}`);
      return [{ key: String(key.value ?? key.name), value }];
    }
  }
  const children = Object.values(node).flat();
  return children.filter((each): each is Syntax => typeof each?.type === 'string').flatMap(messagesOf);
}
