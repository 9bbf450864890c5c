/** The text as people see, type and copy it: no invisible characters, single spaces. */
export const visibleText = (text: string): string =>
  text
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
