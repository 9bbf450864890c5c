/**
 * A text for a text column: what no such column can hold, and the separator of texts, is replaced. What is searched for
 * is replaced, too, so a search finds the same as in memory for all characters but these.
 */
export const storable = (text: string): string => text.toWellFormed().replace(/[\0\ufffe]/g, '\ufffd');

/** Between the texts of a row: neither a text nor what is searched for contains it. */
export const separator = '\ufffe';

/** A value of an equality filter: the number 1 is not the text 1. */
export const equalKey = (value: string | number): string => JSON.stringify(value);
