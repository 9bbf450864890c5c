import * as z from 'zod';
import type { ActivityEvent } from '../../domain/activity.ts';
import type { AuditKind, AuditRecord } from '../../domain/audit.ts';
import { mergePublication } from '../../domain/publications/publication.ts';
import { inLocale, type LocalizedText, negotiateLocale } from '../../domain/values/locale.ts';
import { Problem } from '../../errors.ts';
import { getInstallationNames } from '../../identity/storage/installations.ts';
import { inParallel } from '../../runtime/in-parallel.ts';
import { log } from '../../runtime/log.ts';
import { getPerson } from '../../storage/people.ts';
import { getProjects } from '../../storage/projects.ts';
import { getPublication, getPublicationsAndPeople } from '../../storage/publications/publications.ts';
import { getWork } from '../../storage/publications/works.ts';

const maxLength = 300;
/** How many records are read at once: each may be large. */
const readAtOnce = 4;
/** Before the ids of works where there are DOIs, too. */
const workMark = 'work:';
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

/** The field of a tool's answer with the names of its failed records. */
export const FailedNames = namesById(
  'the publications, people and works in `failed`, by id, as far as they can be read',
);

interface Failed {
  readonly id: string;
}

/**
 * The titles and names of records that failed: publications, people, and works. Each is read on its own: one that cannot
 * be read, which may be why it failed, has no name, and the others have theirs.
 */
export async function failedNames(
  failed: readonly Failed[],
  acceptLanguage: string | undefined,
): Promise<Record<string, string>> {
  const ids = [...new Set(failed.map(({ id }) => id))];
  const named = await inParallel(ids, readAtOnce, async (id): Promise<Named> => {
    try {
      return [id, await nameOf(id)];
    } catch (error) {
      log('warn', 'Failed record has no name', { id, error });
      return [id, null];
    }
  });
  return inLanguage(named, acceptLanguage);
}

async function nameOf(id: string): Promise<LocalizedText | null> {
  if (id.startsWith('10.')) {
    const publication = await getPublication(id);
    return publication ? mergePublication(publication).title : null;
  }
  if (orcidId.test(id)) return (await getPerson(id))?.name ?? null;
  return (await getWork(id.replace(workMark, '')))?.title ?? null;
}

/** The result of a tool with the names of its failed records, also where the result is the details of an error. */
export async function withFailedNames<Result extends { failed: readonly Failed[] }>(
  result: Promise<Result>,
  acceptLanguage: string | undefined,
): Promise<Result & { names: Record<string, string> }> {
  try {
    const answer = await result;
    return { ...answer, names: await failedNames(answer.failed, acceptLanguage) };
  } catch (error) {
    if (!(error instanceof Problem) || !Array.isArray(error.details?.failed)) throw error;
    const { code, message, details, cause } = error;
    const names = await failedNames(error.details.failed as Failed[], acceptLanguage);
    throw new Problem(code, message, { details: { ...details, names }, cause });
  }
}

async function publicationsAndPeople(dois: readonly string[], orcids: readonly string[]): Promise<Named[]> {
  const { publications, people } = await getPublicationsAndPeople([...new Set(dois)], [...new Set(orcids)]);
  return [
    ...[...publications].map(([doi, record]): Named => [doi, mergePublication(record).title]),
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
