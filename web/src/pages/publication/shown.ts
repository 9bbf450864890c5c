import { isEmpty, textOf } from '../../data/value-text.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { type FieldName, fields } from './fields.ts';

/** Returns how a value of the field is shown: terms by their names, all else as text. */
export function useShown(name: FieldName): (value: unknown) => string {
  const names = useVocabulary();
  const kind = fields[name];
  const isTerm = kind === 'type' || kind === 'access' || kind === 'boolean' || kind === 'language';
  return (value) => (isTerm && !isEmpty(value) ? names[kind](String(value)) : undefined) ?? textOf(value);
}
