/** Changes name one of these with its id: `/researchers/<iD>`, `origin:<id>`. */
const parts: readonly string[] = ['researchers', 'origin', 'credential'];

/**
 * The label of a changed field: a field of a record (`starts_at`), a path in it (`/data/title`) or one of its parts
 * (`origin:<id>`). Unknown fields keep the API's name.
 */
export function fieldLabel(field: string, nameOf: (name: string) => string | undefined): string {
  const [first = '', ...furtherParts] = field.replace(/^\//, '').split(/[/:]/);
  const known = nameOf(furtherParts.at(-1) ?? first);
  if (known !== undefined) return known;
  const part = parts.includes(first) && furtherParts.length > 0 ? nameOf(first) : undefined;
  return part === undefined ? field : `${part}: ${furtherParts.join('/')}`;
}
