import * as z from 'zod/mini';

const optional = <T extends z.core.$ZodType>(type: T) => z.catch(z.optional(type), undefined);
const page = optional(z.int().check(z.minimum(1)));

export const jobViews = ['active', 'stuck', 'failed', 'all'] as const;

/** Which jobs are shown: active ones unless the address says otherwise. */
export const ingestionSearch = z.object({ view: optional(z.enum(jobViews)), orcid: optional(z.string()), page });
export type IngestionSearch = z.infer<typeof ingestionSearch>;

export const outcomes = ['pending', 'created', 'updated', 'skipped', 'failed'] as const;

/** Which works of a job are shown. */
export const jobSearch = z.object({ outcome: optional(z.enum(outcomes)), page });
export type JobSearch = z.infer<typeof jobSearch>;
