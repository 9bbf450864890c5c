/** The values of `after` that differ. Only these are sent, because others may have changed the rest meanwhile. */
export function changesOf<Values extends object>(before: Values, after: Values): Partial<Values> {
  const differs = ([name, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(before[name as keyof Values]);
  return Object.fromEntries(Object.entries(after).filter(differs)) as Partial<Values>;
}
