import { type I18n, setupI18n } from '@lingui/core';
import { createContext, useCallback, useContext } from 'react';
import type { TextKey } from './catalog.ts';
import { isolate } from './isolate.ts';
import { type Language, languages, loadPart } from './load-catalog.ts';
import type { CatalogPart, PageTexts } from './page-texts.ts';

export { type Language, languages };

/** Returns the text of a key in the chosen language. */
export type Translate = (key: TextKey, values?: Record<string, unknown>) => string;

const storageKey = 'registry.language';

/** The saved language, else the browser's first supported one, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}

/** Remembers a choice of language for the next visits, if storage allows. */
export function rememberLanguage(language: Language): void {
  try {
    localStorage.setItem(storageKey, language);
  } catch {}
}

/** The parts that pages have asked for, in the order of asking. */
const wanted = new Set<CatalogPart>(['first']);
let current: I18n | undefined;

/** Loads the texts of a language, as far as pages have asked for them, and returns their formatter. */
export async function loadTexts(language: Language): Promise<I18n> {
  const i18n = setupI18n({ locale: language, messages: { [language]: {} } });
  // A page may ask for its part while others load.
  for (const part of wanted) i18n.load(language, await loadPart(language, part));
  current = i18n;
  return i18n;
}

/** The code of a page, once it and its texts are there. */
export async function withTexts<Page>(part: PageTexts, page: Promise<Page>): Promise<Page> {
  wanted.add(part);
  const i18n = current;
  const [code, texts] = await Promise.all([page, i18n && loadPart(i18n.locale as Language, part)]);
  // If another language was chosen meanwhile, that has loaded the part, too.
  if (i18n && texts) i18n.load(i18n.locale, texts);
  return code;
}

export const TextContext = createContext<{
  i18n: I18n;
  language: Language;
  choose: (language: Language) => Promise<void>;
}>(undefined as never);

/** The texts of the chosen language. */
export function useText(): Translate {
  const { i18n } = useContext(TextContext);
  return useCallback(
    (key, values) => (Object.hasOwn(i18n.messages, key) ? i18n._(key, isolated(values)) : unknownText(key)),
    [i18n],
  );
}

/** Tells whether there is a text of this key: the API may be newer than the texts. */
export function useHasText(): (key: string) => key is TextKey {
  const { i18n } = useContext(TextContext);
  return useCallback((key): key is TextKey => Object.hasOwn(i18n.messages, key), [i18n]);
}

/** `ingestion.status.on_hold`, from an API newer than these pages: "on hold". */
const unknownText = (key: string) => key.replace(/.*[.]/, '').replaceAll('_', ' ');

/** Isolates names and titles in a sentence of another direction. */
const isolated = (values: Record<string, unknown> | undefined) =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
  );

function isLanguage(tag: string | null): tag is Language {
  return tag !== null && (languages as string[]).includes(tag);
}
