/** A term as words: `field-note`, "Field note". For terms that a newer API has and these pages do not know. */
export function inWords(term: string): string {
  return term.replaceAll(/[-_]/g, ' ').replace(/^./, (first) => first.toUpperCase());
}
