import { styleNames } from '../publications/list-citation.ts';

/** The citation styles of documents: those of lists, which are stored with publications, and others. */
export const documentStyleNames = [...styleNames, 'chicago', 'din-iso-690'] as const;
export type DocumentStyle = (typeof documentStyleNames)[number];
