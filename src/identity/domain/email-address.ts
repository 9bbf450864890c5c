import * as z from 'zod';

/** A lower-case ASCII address. Checked before lower-casing, which makes some letters ASCII (U+212A becomes k). */
export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[\x21-\x7e]*$/, 'must contain only printable ASCII characters')
  .pipe(z.email('must be an e-mail address'))
  .transform((address) => address.toLowerCase())
  .meta({ openapi: { type: 'string', format: 'email', maxLength: 254 } });
