import { useContext } from 'react';
import { workTypes } from '../../../src/records/orcid/work-types.ts';
import { publicationTypes } from '../../../src/records/publications/coar.ts';
import { TextContext, useHasText } from '../text/text.ts';
import { languageTags } from './language-tags.ts';
import { useVocabulary } from './vocabulary.ts';

const accessStatuses = ['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed'];

const vocabularies = {
  boolean: () => ['true', 'false'],
  access: () => accessStatuses,
  type: () => [...publicationTypes],
  workType: () => [...workTypes],
  language: languageTags,
};
export type TermKind = keyof typeof vocabularies;

/** Returns the terms that the API accepts as options: long vocabularies by name, in the order of the alphabet. */
export function useTermOptions(): (kind: TermKind) => { value: string; text: string }[] {
  const names = useVocabulary();
  const { language } = useContext(TextContext);
  const hasText = useHasText();
  return (kind) => {
    const terms = vocabularies[kind]();
    // A type without a name is one that only older records have.
    const offered = kind === 'type' ? terms.filter((term) => hasText(`vocabulary.type.${term}`)) : terms;
    const options = offered.map((value) => ({ value, text: names[kind](value) ?? value }));
    if (kind === 'boolean' || kind === 'access') return options;
    return options.sort((one, other) => one.text.localeCompare(other.text, language));
  };
}
