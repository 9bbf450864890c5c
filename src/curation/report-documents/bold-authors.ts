import { knownGroups } from '#src/lists/groups/group-filter.ts';
import type { StyleLanguage } from '#src/records/citations/style-parts.ts';
import type { ReportDefinition } from '#src/records/reports/definition.ts';
import type { ItemOwnAuthor } from '#src/records/reports/report-item.ts';

/** Whose names are bold in citations of a report. */
export async function boldAuthors({
  bold,
  filter,
}: Pick<ReportDefinition, 'bold' | 'filter'>): Promise<(author: ItemOwnAuthor) => boolean> {
  if (bold === 'none') return () => false;
  const named = (filter.group_id ?? '').split('|').flatMap((id) => id.trim().toLowerCase() || []);
  if (bold === 'own' || named.length === 0) return () => true;
  const below = (await knownGroups('publication', 'curators', 0)).withBelow(named);
  const meant = filter.subgroups === 'false' ? new Set(named) : below;
  return ({ groups: own }) => own.some((id) => meant.has(id));
}

/** The language of our words in citations and documents: that of the locale, if they are in it. */
export const wordsIn = (locale: string): StyleLanguage => (/^de\b/i.test(locale) ? 'de' : 'en');
