import * as z from 'zod';

/** https://docs.openalex.org/api-entities/works/work-object#oa_status */
export const OpenAccessStatus = z.enum(['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed']);
export type OpenAccessStatus = z.output<typeof OpenAccessStatus>;

/** Whether anybody can read a publication somewhere. Unknown counts as no. */
export const isOpenAccess = (status: OpenAccessStatus | null): boolean => status !== null && status !== 'closed';
