/** The parts of a catalog that only one folder of pages needs, by the first word of their keys. They load with its pages. */
export const pageTexts = [
  'account',
  'activity',
  'apiKeys',
  'groups',
  'import',
  'ingestion',
  'installations',
  'members',
  'overview',
  'people',
  'projects',
  'reports',
  'resetPassword',
  'review',
  'rollout',
  'signIn',
  'siteTools',
  'works',
] as const;
export type PageTexts = (typeof pageTexts)[number];

/** A part of a catalog: `first` is what every page may need. */
export type CatalogPart = 'first' | PageTexts;

/** The part that a text belongs to, by its key. */
export function partOf(key: string): CatalogPart {
  const [word] = key.split('.');
  return pageTexts.find((each) => each === word) ?? 'first';
}
