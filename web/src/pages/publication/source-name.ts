import { sources } from '../../../../src/domain/sources/declarations.ts';
import { inWords } from '../../text/in-words.ts';

/** The name of a source. One that only a newer API has is shown as it is called there. */
export const printedName = (source: string): string =>
  Object.hasOwn(sources, source) ? sources[source as keyof typeof sources].printed : inWords(source);
