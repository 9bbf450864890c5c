import { type I18n, setupI18n } from '@lingui/core';
import { createContext, useCallback, useContext } from 'react';
import type { Catalog, TextKey } from './catalog.ts';
import { isolate } from './isolate.ts';

/** The languages of the dashboard. Only the catalog of the chosen one is loaded. */
const catalogs = {
  en: () => import('./catalogs/en.ts'),
  de: () => import('./catalogs/de.ts'),
} satisfies Record<string, () => Promise<{ texts: Catalog }>>;

export type Language = keyof typeof catalogs;
export const languages = Object.keys(catalogs) as Language[];

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

/** Loads the texts of a language and returns their formatter. */
export async function loadTexts(language: Language): Promise<I18n> {
  const { texts } = await catalogs[language]();
  return setupI18n({ locale: language, messages: { [language]: texts } });
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
  return tag !== null && Object.hasOwn(catalogs, tag);
}
