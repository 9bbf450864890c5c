import { useCallback, useContext } from 'react';
import { TextContext } from './text.ts';

/** A text, or the same text by language tag (BCP 47). */
export type LocalizedText = string | Readonly<Record<string, string>>;

/** Picks the text in the chosen language, else in English, else in any language. */
export function useLocalized(): (text: LocalizedText | null | undefined) => string | undefined {
  const { language } = useContext(TextContext);
  return useCallback(
    (text) => {
      if (typeof text === 'string') return text;
      if (!text) return undefined;
      return text[language] ?? text.en ?? Object.values(text)[0];
    },
    [language],
  );
}
