import { oneOf, searchParameters, text } from '../../search-parameters.ts';

/** `ids`: what a link adds to the form. */
export const importSearch = searchParameters({
  kind: oneOf(['researchers', 'publications', 'projects', 'memberships']),
  ids: text,
});
