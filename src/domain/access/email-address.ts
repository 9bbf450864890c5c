import * as z from 'zod';

/**
 * An e-mail address from a request, token or setting, in lower case. ASCII only, checked before lower-casing, because
 * lower-casing turns some other letters into ASCII ones (U+212A becomes k).
 */
export const EmailAddress = z
  .string()
  .trim()
  .max(254)
  .regex(/^[\x21-\x7e]*$/, 'must contain only printable ASCII characters')
  .pipe(z.email('must be an e-mail address'))
  .transform((address) => address.toLowerCase())
  .meta({ openapi: { type: 'string', format: 'email', maxLength: 254 } });
