import type { ActivityEvent } from '../../domain/activity.ts';
import { mergePublication } from '../../domain/publications/publication.ts';
import { inLocale, negotiateLocale } from '../../domain/values/locale.ts';
import { getPublicationsAndPeople } from '../../storage/publications/publications.ts';

const maxLength = 300;
const orcidId = /\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b/;

/** The titles and names of the publications and people that events name, by DOI and ORCID iD. */
export async function eventNames(
  events: readonly Pick<ActivityEvent, 'resource_id' | 'message'>[],
  acceptLanguage: string | undefined,
): Promise<Record<string, string>> {
  const dois = events.flatMap(({ resource_id }) => (resource_id?.startsWith('10.') ? [resource_id] : []));
  // Events of ingestions have the job as their resource, and name the person.
  const orcids = events.flatMap(({ resource_id, message }) => orcidId.exec(`${resource_id} ${message}`)?.[0] ?? []);
  const { publications, people } = await getPublicationsAndPeople([...new Set(dois)], [...new Set(orcids)]);
  const named = [
    ...[...publications].map(([doi, record]) => [doi, mergePublication(record).title] as const),
    ...[...people].map(([orcid, { name }]) => [orcid, name] as const),
  ];
  const texts = named.map(([, text]) => text);
  const language = negotiateLocale(undefined, acceptLanguage, texts);
  return Object.fromEntries(
    named.flatMap(([id, text]) => {
      const name = inLocale(text, language)?.slice(0, maxLength);
      return name ? [[id, name]] : [];
    }),
  );
}
