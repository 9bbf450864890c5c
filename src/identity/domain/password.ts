import * as z from 'zod';

/** Password rules. Length over symbols: symbols make a password harder to type, but not much harder to guess. */
export const passwordRules = {
  minLength: 12,
  requireLowercase: true,
  requireUppercase: true,
  requireDigits: true,
  requireSymbols: false,
} as const;

export const temporaryPasswordDays = 7;

/** Cognito's limit. */
const maxLength = 256;

/** A new password. Checked before asking the user directory, so the answer does not depend on who has an account. */
export const NewPassword = z
  .string()
  .min(passwordRules.minLength, `must have at least ${passwordRules.minLength} characters`)
  .max(maxLength, `must have at most ${maxLength} characters`)
  .regex(/[a-z]/, 'must contain a lower-case letter from a to z')
  .regex(/[A-Z]/, 'must contain an upper-case letter from A to Z')
  .regex(/[0-9]/, 'must contain a digit')
  .regex(/^\S(?:.*\S)?$/s, 'must not begin or end with a space')
  .meta({
    openapi: { type: 'string', format: 'password', minLength: passwordRules.minLength, maxLength },
    description: 'With a lower-case letter, an upper-case letter and a digit; no space at the beginning or the end',
  });
