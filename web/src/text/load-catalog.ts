import type { Catalog } from './catalog.ts';
import { type CatalogPart, partOf } from './page-texts.ts';

/** The languages of the dashboard. Only the catalog of the chosen one is loaded. */
const catalogs = {
  en: () => import('./catalogs/en.ts'),
  de: () => import('./catalogs/de.ts'),
} satisfies Record<string, () => Promise<{ texts: Catalog }>>;

export type Language = keyof typeof catalogs;
export const languages = Object.keys(catalogs) as Language[];

/**
 * The texts of a part of a catalog. The build replaces this function by one that loads only that part
 * (web/compile-texts.ts).
 */
export async function loadPart(language: Language, part: CatalogPart): Promise<Partial<Catalog>> {
  const { texts } = await catalogs[language]();
  return Object.fromEntries(Object.entries(texts).filter(([key]) => partOf(key) === part)) as Partial<Catalog>;
}
