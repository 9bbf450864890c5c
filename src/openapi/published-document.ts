import * as z from 'zod';

/** An OpenAPI document as an answer: whatever it holds is public. */
export const PublishedDocument = z.record(z.string(), z.unknown());
