/** What a change may name with the id of one of them: `/researchers/<iD>`, `origin:<id>`. */
const parts: readonly string[] = ['researchers', 'origin', 'credential'];

/**
 * The name of a field that has changed: a field of a record (`starts_at`), a path in it (`/data/title`) or one of its parts
 * (`origin:<id>`). One that is not known keeps the name that the API has for it.
 */
export function fieldLabel(field: string, nameOf: (name: string) => string | undefined): string {
  const [first = '', ...others] = field.replace(/^\//, '').split(/[/:]/);
  const known = nameOf(others.at(-1) ?? first);
  if (known !== undefined) return known;
  const part = parts.includes(first) && others.length > 0 ? nameOf(first) : undefined;
  return part === undefined ? field : `${part}: ${others.join('/')}`;
}
