import * as z from 'zod';

/** https://docs.openalex.org/api-entities/works/work-object#oa_status */
export const OpenAccessStatus = z.enum(['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed']);
export type OpenAccessStatus = z.output<typeof OpenAccessStatus>;
