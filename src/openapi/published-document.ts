import * as z from 'zod';

/** An OpenAPI document as a response. Its whole content is public. */
export const PublishedDocument = z.record(z.string(), z.unknown());
