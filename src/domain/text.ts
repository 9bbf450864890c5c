export function plainText(marked: string): { text: string; html: string | null } {
  return { text: marked, html: null };
}
