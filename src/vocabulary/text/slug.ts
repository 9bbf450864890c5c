/** A text as URL words: lower-case ASCII letters and digits joined by hyphens; empty if it has none. */
export function slugWords(text: string, maxCharacters: number): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[øö]/g, 'o')
    .replace(/ł/g, 'l')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, maxCharacters)
    .replace(/-+$/, '');
}
