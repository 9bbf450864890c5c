import * as z from 'zod';

/** The error for a value that is not text: `z.string(text)`. */
export const text = { error: 'must be a text' };

export const wholeNumber = z.int({ error: 'must be a whole number' }).min(0, { error: 'must not be negative' });

/** A non-negative whole number with a default. */
export const count = (standard: number) => wholeNumber.default(standard);

export const email = z.email({ error: 'must be an e-mail address' });

export const httpsUrl = z.url({ protocol: /^https$/, error: 'must be an https URL' });

/** A URL of this service, to which paths are appended. */
export const address = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .regex(/[^/]$/, { error: 'must not end with a slash' })
  .regex(/^[^?#@]*$/, { error: 'must not have a query, a fragment or a user' });

export const origin = z
  .url({ protocol: /^https?$/, error: 'must be an http(s) URL' })
  .refine((url) => URL.parse(url)?.origin === url, { error: 'must be an origin such as https://www.example.org' });

export const secretArn = z.string(text).regex(/^arn:[\w-]+:secretsmanager:[\w-]+:\d{12}:secret:.+-\w{6}$/, {
  error: 'must be the complete ARN of a secret',
});

export const kmsKeyArn = z
  .string(text)
  .regex(/^arn:[\w-]+:kms:[\w-]+:\d{12}:key\/[\w-]+$/, { error: 'must be the ARN of a KMS key' });
