import { useContext } from 'react';
import { type Format, formatOf } from './formats.ts';
import { TextContext } from './text.ts';

export function useFormat(): Format {
  const { language } = useContext(TextContext);
  return formatOf(variantOf(language));
}

/** The user's variant of a language, such as `en-GB`, which may write dates differently. */
const variantOf = (language: string) => navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
