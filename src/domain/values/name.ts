import * as z from 'zod';

/** Characters of no width or shape: default ignorable ones, blanks, and the blank pattern of braille. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{Z}\p{Cf}\u2800]/gu;

/**
 * What people call something, in a request: one line that can be read. The parsed value is trimmed, has at most so many
 * characters, at least one that can be seen, no control characters and no half of a surrogate pair.
 */
export const nameText = (mostCharacters: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(mostCharacters)
    .refine((name) => name.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), 'must not have control characters')
    .refine((name) => name === '' || name.replace(invisible, '') !== '', 'must have a visible character');
