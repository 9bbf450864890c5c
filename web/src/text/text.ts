import { type I18n, setupI18n } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { createContext, useContext } from 'react';
import { en, type Messages, type TextKey } from './en.ts';

/** The languages of the dashboard. Texts of a language other than English are loaded when it is chosen. */
export const languages = { en: 'English', de: 'Deutsch' } as const;
export type Language = keyof typeof languages;

/** Returns the text of a key in the chosen language. */
export type Translate = (key: TextKey, values?: Record<string, unknown>) => string;

const storageKey = 'registry.language';

/** The language chosen before, else the first one of the browser's that there is, else English. */
export function preferredLanguage(): Language {
  const wanted = [localStorage.getItem(storageKey), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find(isLanguage) ?? 'en';
}

/** Remembers a choice of language for the next visits. */
export function rememberLanguage(language: Language): void {
  localStorage.setItem(storageKey, language);
}

/** Loads the messages of a language and returns what formats them. */
export async function loadTexts(language: Language): Promise<I18n> {
  const messages: Messages = language === 'de' ? (await import('./de.ts')).de : en;
  // Without this, production builds of Lingui accept only messages compiled before.
  return setupI18n({ locale: language, messages: { [language]: messages } }).setMessagesCompiler(compileMessage);
}

export const TextContext = createContext<{ i18n: I18n; language: Language; choose: (language: Language) => void }>(
  undefined as never,
);

/** The translate function of the chosen language. */
export function useText(): Translate {
  const { i18n } = useContext(TextContext);
  return (key, values) => i18n._(key, values);
}

function isLanguage(tag: string | null): tag is Language {
  return tag !== null && Object.hasOwn(languages, tag);
}
