import type { texts } from './catalogs/en.ts';

/** The key of a text. Every language has all of them. */
export type TextKey = keyof typeof texts;

/** All texts in one language. */
export type Catalog = Readonly<Record<TextKey, string>>;
