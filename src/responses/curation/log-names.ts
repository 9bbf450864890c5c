import * as z from 'zod';
import { getInstallationNames } from '#src/identity/store/installations.ts';
import type { ActivityEvent } from '#src/logbook/domain/activity.ts';
import type { AuditKind, AuditRecord } from '#src/logbook/domain/audit.ts';
import { getProjects } from '#src/records/projects/store/projects.ts';
import { shownPublication } from '#src/records/publications/publication.ts';
import { getPublicationsAndPeople } from '#src/records/publications/store/publications.ts';
import { inLocale, type LocalizedText, negotiateLocale } from '#src/vocabulary/locale.ts';

const maxLength = 300;
const orcidId = /\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b/;

type Named = readonly [id: string, name: LocalizedText | null];

/** The field of an answer with the names of what its events or records are about. */
export const namesById = (what: string) =>
  z
    .record(z.string(), z.string())
    .optional()
    .meta({ description: `The titles and names of ${what}, in the language asked for` });

/** The titles and names of the publications and people that events name, by DOI and ORCID iD. */
export async function eventNames(
  events: readonly Pick<ActivityEvent, 'resource_id' | 'message'>[],
  acceptLanguage: string | undefined,
): Promise<Record<string, string>> {
  const dois = events.flatMap(({ resource_id }) => (resource_id?.startsWith('10.') ? [resource_id] : []));
  // Events of ingestions have the job as their resource, and name the person.
  const orcids = events.flatMap(({ resource_id, message }) => orcidId.exec(`${resource_id} ${message}`)?.[0] ?? []);
  return inLanguage(await publicationsAndPeople(dois, orcids), acceptLanguage);
}

/** The titles and names of the publications, people, projects and installations that audit records are about, by id. */
export async function auditNames(
  records: readonly Pick<AuditRecord, 'action' | 'resource_id'>[],
  acceptLanguage: string | undefined,
): Promise<Record<string, string>> {
  const idsOf = (...kinds: AuditKind[]) => [
    ...new Set(
      records.flatMap(({ action, resource_id: id }) =>
        id !== null && kinds.some((kind) => action.startsWith(`${kind}.`)) ? [id] : [],
      ),
    ),
  ];
  const [works, projects, installations] = await Promise.all([
    publicationsAndPeople(idsOf('publication', 'author_links'), idsOf('person')),
    getProjects(idsOf('project')),
    getInstallationNames(idsOf('installation')),
  ]);
  const titles = [...projects].map(([id, { title }]): Named => [id, title]);
  return inLanguage([...works, ...titles, ...installations], acceptLanguage);
}

async function publicationsAndPeople(dois: readonly string[], orcids: readonly string[]): Promise<Named[]> {
  const { publications, people } = await getPublicationsAndPeople([...new Set(dois)], [...new Set(orcids)]);
  return [
    ...[...publications].map(([doi, record]): Named => [doi, shownPublication(record).title]),
    ...[...people].map(([orcid, { name }]): Named => [orcid, name]),
  ];
}

function inLanguage(named: readonly Named[], acceptLanguage: string | undefined): Record<string, string> {
  const texts = named.map(([, text]) => text);
  const language = negotiateLocale(undefined, acceptLanguage, texts);
  return Object.fromEntries(
    named.flatMap(([id, text]) => {
      const name = inLocale(text, language)?.slice(0, maxLength);
      return name ? [[id, name]] : [];
    }),
  );
}
