import { useContext, useMemo } from 'react';
import { inWords } from '../text/in-words.ts';
import { TextContext, useTexts } from '../text/text.ts';
import { fieldLabel } from './field-label.ts';
import { vocabularyTexts as texts } from './vocabulary-texts.ts';

type Term = Parameters<ReturnType<typeof useTexts<keyof (typeof texts)['messages']['en']>>>[0];
type Kind = Term extends `${infer Name}.${string}` ? Name : never;

/** A field that has a text. */
export type NamedField = Extract<Term, `field.${string}`> extends `field.${infer Name}` ? Name : never;

/** Returns the name of a term; undefined for none. Unknown terms become words: `field-note`, "Field note". */
export type NameOf = (term: string | null | undefined) => string | undefined;

interface Vocabulary extends Record<Exclude<Kind, 'field'> | 'language', NameOf> {
  /** The name of a field or of a changed field: see `fieldLabel`. */
  field(name: string): string;
}

/**
 * The names of the terms in records: fields, publication types, open-access kinds, sources, match states, languages,
 * yes and no. The API takes and returns the terms themselves.
 */
export function useVocabulary(): Vocabulary {
  const t = useTexts(texts);
  const { language } = useContext(TextContext);
  return useMemo(() => {
    const namesOf =
      (kind: Exclude<Kind, 'field'>): NameOf =>
      (term) => {
        if (!term) return undefined;
        const key = `${kind}.${term}`;
        return isTerm(key) ? t(key) : inWords(term);
      };
    const nameOfField = (name: string) => {
      const key = `field.${name}`;
      return isTerm(key) ? t(key) : undefined;
    };
    return {
      access: namesOf('access'),
      boolean: namesOf('boolean'),
      field: (name) => fieldLabel(name, nameOfField),
      match: namesOf('match'),
      source: namesOf('source'),
      type: namesOf('type'),
      language: (tag) => (tag ? languageName(tag, language) : undefined),
    };
  }, [t, language]);
}

/** Whether a type of publication has a name of its own. */
export const hasTypeName = (type: string): boolean => isTerm(`type.${type}`);

const isTerm = (key: string): key is Term => Object.hasOwn(texts.messages.en, key);

/** The name of a language tag, or the tag itself if it has none. */
function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
