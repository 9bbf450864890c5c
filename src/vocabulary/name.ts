import * as z from 'zod';

/** Invisible characters: default ignorable ones, blanks, and the blank Braille pattern. */
const invisible = /[\s\p{Default_Ignorable_Code_Point}\p{Z}\p{Cf}\u2800]/gu;

export const isVisible = (text: string): boolean => text.replace(invisible, '') !== '';

/** A display name in a request: trimmed, in NFC, with a visible character, no control characters or lone surrogates. */
export const nameText = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .min(1)
    .max(maxCharacters)
    .refine((name) => name.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(name), 'must not contain control characters')
    .refine((name) => name === '' || isVisible(name), 'must contain a visible character');
