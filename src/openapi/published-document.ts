import * as z from 'zod';

/** An OpenAPI document as a response. All its content is public. */
export const PublishedDocument = z.record(z.string(), z.unknown());
