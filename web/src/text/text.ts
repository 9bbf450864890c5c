import { type I18n, setupI18n } from '@lingui/core';
import { createContext, useCallback, useContext } from 'react';
import { en, type Messages, type TextKey } from './en.ts';
import { isolate } from './isolate.ts';

/** The languages of the dashboard. Texts other than English are loaded on demand. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

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

/** Loads the messages of a language and returns their formatter. */
export async function loadTexts(language: Language): Promise<I18n> {
  const messages: Messages = language === 'de' ? (await import('./de.ts')).de : en;
  return setupI18n({ locale: language, messages: { [language]: messages } });
}

export const TextContext = createContext<{
  i18n: I18n;
  language: Language;
  choose: (language: Language) => Promise<void>;
}>(undefined as never);

/** The texts of the shell and of shared components. */
export function useText(): Translate {
  const { i18n } = useContext(TextContext);
  return useCallback(
    (key, values) => (Object.hasOwn(en, key) ? i18n._(key, isolated(values)) : unknownText(key)),
    [i18n],
  );
}

/** The texts of one page in all languages, loaded with the page. */
export interface PageTexts<Key extends string> {
  name: string;
  messages: Record<Language, Record<Key, string>>;
}

/** Declares the texts of a page. Type-checking fails if a language lacks an English key. */
export function defineTexts<const Key extends string>(
  name: string,
  messages: { en: Record<Key, string>; de: Record<NoInfer<Key>, string> },
): PageTexts<Key> {
  return { name, messages };
}

/** The texts of a page in the chosen language. */
export function useTexts<Key extends string>({ name, messages }: PageTexts<Key>) {
  const { i18n, language } = useContext(TextContext);
  return useCallback(
    (key: Key, values?: Record<string, unknown>) => {
      if (!Object.hasOwn(messages.en, key)) return unknownText(key);
      const id = `${name}.${key}`;
      if (!Object.hasOwn(i18n.messages, id)) {
        const own = Object.entries<string>(messages[language]).map(([key, text]) => [`${name}.${key}`, text]);
        i18n.load(language, Object.fromEntries(own));
      }
      return i18n._(id, isolated(values));
    },
    [i18n, language, name, messages],
  );
}

/** `status.on_hold`, from an API newer than these pages: "on hold". */
const unknownText = (key: string) => key.replace(/.*[.]/, '').replaceAll('_', ' ');

/** Isolates names and titles in a sentence of another direction. */
const isolated = (values: Record<string, unknown> | undefined) =>
  values &&
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === 'string' ? isolate(value) : value]),
  );

function isLanguage(tag: string | null): tag is Language {
  return tag !== null && Object.hasOwn(languages, tag);
}
