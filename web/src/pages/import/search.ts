import { oneOf, searchParameters } from '../../search-parameters.ts';

/** What is imported: researchers unless the address says otherwise. */
export const importSearch = searchParameters({ kind: oneOf(['researchers', 'publications', 'projects']) });
