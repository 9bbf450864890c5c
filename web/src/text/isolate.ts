const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

/** A text of unknown direction, so that it does not reorder the words and numbers around it. */
export const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text);

/** Texts in a row, each in its own direction. */
export const listed = (texts: readonly string[], separator = ', '): string => texts.map(isolate).join(separator);

/** A text that somebody has copied from the page. */
export const withoutIsolates = (text: string): string => text.replaceAll(/[\u2068\u2069]/g, '');
