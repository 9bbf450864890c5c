/** Letters of right-to-left scripts, and invisible characters that set the direction. */
const setsDirection = /[\u0590-\u08ff\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc]/;

/** Isolates a text of unknown direction, so that it does not reorder the words and numbers around it. */
export const isolate = (text: string): string => (setsDirection.test(text) ? `\u2068${text}\u2069` : text);
