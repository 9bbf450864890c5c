import { useContext, useMemo } from 'react';
import type { TextKey } from '../text/catalog.ts';
import { inWords } from '../text/in-words.ts';
import { TextContext, useHasText, useText } from '../text/text.ts';
import { fieldLabel } from './field-label.ts';

type Term = Extract<TextKey, `vocabulary.${string}`> extends `vocabulary.${infer Name}` ? Name : never;
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
 * The names of the terms in records: fields, types of publications and works, open-access kinds, sources, match states, languages,
 * yes and no. The API takes and returns the terms themselves.
 */
export function useVocabulary(): Vocabulary {
  const t = useText();
  const hasText = useHasText();
  const { language } = useContext(TextContext);
  return useMemo(() => {
    const namesOf =
      (kind: Exclude<Kind, 'field'>): NameOf =>
      (term) => {
        if (!term) return undefined;
        const key = `vocabulary.${kind}.${term}`;
        return hasText(key) ? t(key) : inWords(term);
      };
    const nameOfField = (name: string) => {
      const key = `vocabulary.field.${name}`;
      return hasText(key) ? t(key) : undefined;
    };
    return {
      access: namesOf('access'),
      boolean: namesOf('boolean'),
      field: (name) => fieldLabel(name, nameOfField),
      integrity: namesOf('integrity'),
      match: namesOf('match'),
      source: namesOf('source'),
      type: namesOf('type'),
      workType: namesOf('workType'),
      language: (tag) => (tag ? languageName(tag, language) : undefined),
    };
  }, [t, hasText, language]);
}

/** The name of a language tag, or the tag itself if it has none. */
function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
