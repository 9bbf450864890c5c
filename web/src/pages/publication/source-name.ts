import { sources } from '../../../../src/vocabulary/sources/declarations.ts';
import { inWords } from '../../text/in-words.ts';

/** The name of a source. A source that only a newer API knows is shown under its API name. */
export const printedName = (source: string): string =>
  Object.hasOwn(sources, source) ? sources[source as keyof typeof sources].printed : inWords(source);
