/** What somebody sees of a text, and can type or copy: without invisible characters, and with one space between words. */
export const visibleText = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
