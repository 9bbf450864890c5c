import { oneOf, searchParameters } from '../../search-parameters.ts';

export const importSearch = searchParameters({ kind: oneOf(['researchers', 'publications', 'projects']) });
