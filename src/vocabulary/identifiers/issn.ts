/**
 * The ISSN in a text, with its hyphen; undefined if it is none. The last character is a check digit:
 * https://www.issn.org/understanding-the-issn/assignment-rules/issn-manual/
 */
export function parseIssn(written: string): string | undefined {
  const [, first = '', last = ''] =
    /^(?:issn:?\s{0,3}|https?:\/\/\S{1,60}\/)?(\d{4})-?(\d{3}[\dx])$/i.exec(written.trim()) ?? [];
  const digits = [...`${first}${last.toUpperCase()}`].map((digit) => (digit === 'X' ? 10 : Number(digit)));
  if (digits.length !== 8) return undefined;
  const sum = digits.reduce((total, digit, index) => total + digit * (8 - index), 0);
  return sum % 11 === 0 ? `${first}-${last.toUpperCase()}` : undefined;
}
