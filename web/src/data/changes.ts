/** What differs, with the values of `after`. Only that is sent: the rest may have been changed by others meanwhile. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]);
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<Values>;
}
