import * as z from 'zod';
import { type LocalizedText, parseLocale } from './locale.ts';
import { isVisible } from './name.ts';

const maxLanguages = 50;

/** A text in a request: trimmed, in NFC, without control characters except line breaks and tabs. */
const plain = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .normalize('NFC')
    .max(maxCharacters)
    .refine((text) => text.isWellFormed() && !/[^\P{Cc}\n\r\t]/u.test(text), {
      error: 'must not contain control characters',
    });

/** A text in one or several languages. Tags become canonical (`pt-br` becomes `pt-BR`); empty languages are dropped. */
export const localizedText = (maxCharacters: number) =>
  z
    .union([plain(maxCharacters), z.record(z.string(), plain(maxCharacters))])
    .transform((text, context): LocalizedText => {
      if (typeof text === 'string') return text;
      const issue = (path: string[], message: string) =>
        void context.issues.push({ code: 'custom', path, message, input: text });
      const byLocale = new Map<string, string>();
      for (const [tag, words] of Object.entries(text)) {
        const locale = parseLocale(tag);
        if (locale === undefined) issue([tag], 'is not a language tag, such as pt-BR');
        else if (byLocale.has(locale)) issue([tag], `is the language ${locale}, which is given twice`);
        else byLocale.set(locale, words);
      }
      if (byLocale.size > maxLanguages) issue([], `must have at most ${maxLanguages} languages`);
      return Object.fromEntries([...byLocale].filter(([, words]) => isVisible(words)));
    })
    // The request schema in the OpenAPI document.
    .meta({
      openapi: {
        anyOf: [
          { type: 'string', maxLength: maxCharacters },
          { type: 'object', additionalProperties: { type: 'string', maxLength: maxCharacters } },
        ],
      },
    });

export const hasText = (text: LocalizedText): boolean =>
  typeof text === 'string' ? isVisible(text) : Object.keys(text).length > 0;
