import { oneOf, searchParameters, text } from '../../search-parameters.ts';

/** `ids`: what is in the form at first. */
export const importSearch = searchParameters({
  kind: oneOf(['researchers', 'publications', 'projects']),
  ids: text,
});
