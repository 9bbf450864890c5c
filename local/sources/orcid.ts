import { join } from 'node:path';
import { orcidSearch } from './lists.ts';
import { jsonFiles, type Recording, type ReplayAnswer, read, type Source, text } from './recordings.ts';

/** The recordings of one person by path: `person`, `works`, `work/<put-code>` and others. */
type Sections = Map<string, Recording>;

/** ORCID, with a folder for each person. */
export function orcid(dir: string): Source {
  const people = new Map<string, Sections>();
  // Later folders override earlier ones. Older versions of the API have another shape and are not served.
  for (const version of ['v3.0-converted', 'v3.0']) {
    // Sorted in reverse, so that a complete `works` overrides a bare `works.group`.
    for (const { file, name } of jsonFiles(join(dir, version)).sort((a, b) => (a.name < b.name ? 1 : -1))) {
      const id = name.slice(0, name.indexOf('/')).toUpperCase();
      const section = name.slice(id.length + 1);
      const sections = people.get(id) ?? new Map<string, Recording>();
      people.set(id, sections);
      if (section === 'works.group') sections.set('works', { file, wrap: (group) => worksOf(id, group) });
      else sections.set(section, { file });
    }
  }
  return {
    recordings: people.size,
    async answer(path, accept, query) {
      if (!/json/i.test(accept)) {
        // ORCID would answer in XML. There are no XML recordings, and JSON would hide the mistake.
        return text(406, 'Send "Accept: application/json": without it ORCID answers in XML, which is not recorded.');
      }
      const type = /vnd\.orcid\+json/i.test(accept) ? 'application/vnd.orcid+json; qs=4' : 'application/json';
      const found =
        path === '/v3.0/search' ? await orcidSearch(query, (orcid) => modifiedMs(people.get(orcid))) : undefined;
      const given = found === undefined ? await orcidAnswer(people, path) : { status: 200, body: found };
      return { headers: { 'Content-Type': `${type};charset=UTF-8` }, ...given };
    },
  };
}

async function orcidAnswer(people: Map<string, Sections>, path: string): Promise<ReplayAnswer> {
  const [, id = '', section = ''] = /^\/v3\.0\/([^/]+)\/(.+)$/s.exec(path) ?? [];
  const sections = people.get(id.toUpperCase());
  if (!sections) return orcidMissing(id ? `ORCID iD ${id} not found` : `no route ${path}`);
  const orcidId = id.toUpperCase();
  const putCodes = /^works\/([\d,]+)$/.exec(section)?.[1];
  const body = putCodes
    ? await bulkOf(sections, putCodes.split(','))
    : ((await read(sections.get(section))) ??
      (await memberOfRecord(sections, section)) ??
      unrecorded(orcidId, section));
  if (body === undefined) return orcidMissing('No entity found for query');
  return typeof body === 'string' ? { status: 200, body } : body;
}

/** When any recording of a person was last modified; undefined if there is none. */
async function modifiedMs(sections: Sections | undefined): Promise<number | undefined> {
  if (!sections) return undefined;
  const bodies = await Promise.all(['person', 'works', 'record'].map((name) => read(sections.get(name))));
  const times = bodies.map((body) => {
    const section = body === undefined ? {} : JSON.parse(body);
    return Number((section.history ?? section)['last-modified-date']?.value ?? 0);
  });
  return Math.max(...times);
}

/** A `/record` response contains those of `/person`, `/works` and `/employments`. */
async function memberOfRecord(sections: Sections, section: string): Promise<string | undefined> {
  if (section !== 'person' && section !== 'works' && section !== 'employments') return undefined;
  const text = await read(sections.get('record'));
  const record = text === undefined ? {} : JSON.parse(text);
  const member = section === 'person' ? record.person : record['activities-summary']?.[section];
  return member && JSON.stringify(member);
}

/** ORCID's answer for a record that has nothing public in this section. */
function unrecorded(id: string, section: string): string | undefined {
  const empty = (name: string, list: string) => ({ 'last-modified-date': null, [list]: [], path: `/${id}/${name}` });
  if (section === 'works') return JSON.stringify(empty('works', 'group'));
  if (section === 'employments') return JSON.stringify(empty('employments', 'affiliation-group'));
  if (section !== 'person') return undefined;
  return JSON.stringify({
    'last-modified-date': null,
    name: null,
    'other-names': empty('other-names', 'other-name'),
    biography: null,
    'researcher-urls': empty('researcher-urls', 'researcher-url'),
    emails: empty('email', 'email'),
    addresses: empty('address', 'address'),
    keywords: empty('keywords', 'keyword'),
    'external-identifiers': empty('external-identifiers', 'external-identifier'),
    path: `/${id}/person`,
  });
}

/** Adds the `/works` envelope to a bare `group` array. */
function worksOf(id: string, group: string): string {
  const groups: { 'last-modified-date'?: { value: number } | null }[] = JSON.parse(group);
  const newest = Math.max(...groups.map((one) => one['last-modified-date']?.value ?? 0));
  const modified = groups.length > 0 ? { value: newest } : null;
  return `{"last-modified-date":${JSON.stringify(modified)},"group":${group},"path":"/${id}/works"}`;
}

const maxPutCodes = 100;

/** `/works/{put-codes}`: full works in the order of the request, with an error in place of each missing one. */
async function bulkOf(sections: Sections, putCodes: string[]): Promise<string | ReplayAnswer> {
  if (putCodes.length > maxPutCodes) {
    return orcidError(
      400,
      9042,
      'Too many put codes supplied',
      'org.orcid.core.exception.ExceedMaxNumberOfPutCodesException Full validation error: ' +
        `Too many put codes specified: maximum is ${maxPutCodes}`,
    );
  }
  const works = putCodes.map(async (putCode) => {
    const work = await read(sections.get(`work/${putCode}`));
    return work === undefined ? `{"error":${orcidMissing('No entity found for query').body}}` : `{"work":${work}}`;
  });
  return `{"bulk":[${(await Promise.all(works)).join(',')}]}`;
}

function orcidMissing(fault: string): ReplayAnswer {
  const developerMessage = `404 Not Found: The resource was not found. Full validation error: ${fault}`;
  return orcidError(404, 9016, 'The resource was not found.', developerMessage);
}

function orcidError(status: number, code: number, userMessage: string, developerMessage: string): ReplayAnswer {
  const body = JSON.stringify({
    'response-code': status,
    'developer-message': developerMessage,
    'user-message': userMessage,
    'error-code': code,
    'more-info': 'https://members.orcid.org/api/resources/troubleshooting',
  });
  return { status, body };
}
