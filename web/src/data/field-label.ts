/** Changes name one of these with its id: `/researchers/<iD>`, `origin:<id>`. */
const parts: readonly string[] = ['researchers', 'origin', 'credential'];

/** Ids that say nothing to people. */
const isMeaningless = /^[\da-f]{8}-[\da-f]{4}-/;

/**
 * The label of a changed field: a field of a record (`starts_at`), a path in it (`/data/title`) or one of its parts
 * (`origin:<id>`), whose id is left out if it means nothing. Unknown fields keep the API's name.
 */
export function fieldLabel(field: string, nameOf: (name: string) => string | undefined): string {
  const [first = '', ...furtherParts] = field.replace(/^\//, '').split(/[/:]/);
  const known = nameOf(furtherParts.at(-1) ?? first);
  if (known !== undefined) return known;
  const part = parts.includes(first) && furtherParts.length > 0 ? nameOf(first) : undefined;
  if (part === undefined) return field;
  const id = furtherParts.join('/');
  return isMeaningless.test(id) ? part : `${part}: ${id}`;
}
