import { isolate } from './isolate.ts';

/** Texts in a row, each in its own direction. */
export const joinTexts = (texts: readonly string[], separator = ', '): string => texts.map(isolate).join(separator);
