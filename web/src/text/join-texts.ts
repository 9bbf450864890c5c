import { isolate } from './isolate.ts';

/** Joins texts, each in its own direction. */
export const joinTexts = (texts: readonly string[], separator = ', '): string => texts.map(isolate).join(separator);
