export const isEmpty = (value: unknown): boolean =>
  value == null || value === '' || (Array.isArray(value) && value.length === 0);

/** A value as text: names of people, lines of a list, `language: text` for translations. */
export function textOf(value: unknown): string {
  if (value == null) return '';
  if (Array.isArray(value)) return value.map(itemText).join('\n');
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([language, text]) => `${language}: ${String(text)}`)
      .join('\n');
  }
  return String(value);
}

function itemText(item: unknown): string {
  if (typeof item !== 'object' || item == null) return String(item);
  const { name, ror, awards, kind, date, doi } = item as Partial<Record<string, string | null>> & { awards?: string[] };
  if (kind) return [kind, date, doi].filter(Boolean).join(', ');
  // A funder may have only an identifier, and a person has no awards.
  const called = name ?? (awards && (ror ?? doi));
  return awards && awards.length > 0 ? `${called ?? ''} (${awards.join(', ')})` : (called ?? JSON.stringify(item));
}
