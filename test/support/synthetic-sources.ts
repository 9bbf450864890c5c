import type { SourceName } from '#src/vocabulary/sources/declarations.ts';
import { syntheticPerson, syntheticPublication } from '../../local/data/synthetic.ts';
import { type AnswerList, crossrefList, dataciteList, openalexList } from '../../local/sources/lists.ts';
import type { ReplayAnswer } from '../../local/sources/recordings.ts';
import type { ReplayOptions, ReplayRequest } from '../../local/sources/replay.ts';

/** How a source fails. `long Retry-After`: longer than a call waits. `wrong record`: of another DOI, or of no person. */
export const faultKinds = [
  '500',
  '429',
  '429 with Retry-After',
  '429 with a long Retry-After',
  'HTML with status 200',
  'truncated JSON',
  'wrong record',
  'time-out',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/** Weights per 100 failures. Real time-outs are rare because they take time. */
const weights: Record<FaultKind, number> = {
  '500': 25,
  '429': 20,
  '429 with Retry-After': 19,
  '429 with a long Retry-After': 1,
  'HTML with status 200': 14,
  'truncated JSON': 14,
  'wrong record': 6,
  'time-out': 1,
};

/** A publication as the sources know it. */
export interface KnownPublication {
  doi: string;
  title: string;
  source: 'crossref' | 'datacite' | 'orcid';
  orcids: string[];
  cited_by_count: number | null;
}

export interface SyntheticSources {
  orcids: string[];
  publications: Map<string, KnownPublication>;
  /** Works without a DOI on each record. */
  worksPerRecord: number;
  intercept: NonNullable<ReplayOptions['intercept']>;
  /** The requests to each source, and the failures sent. */
  requests: Record<string, number>;
  faults: Record<string, number>;
}

interface Settings {
  publications: number;
  researchers: number;
  /** The share of failing answers, 0 to 1. */
  faultShare: number;
  seed: number;
  /** The `self` DOIs of each group of an ORCID record, by default one. All are different publications. */
  grouped?: number;
}

const worksPerRecord = 2;
const suffix = 'drill.';

/** Whether a text is a DOI of these sources, or a key that ends with one. */
export const isSyntheticDoi = (text: string): boolean => text.includes(`/${suffix}`);

const lists: Partial<Record<SourceName, AnswerList>> = {
  crossref: crossrefList,
  datacite: dataciteList,
  openalex: openalexList,
};

const json = { 'content-type': 'application/json' };
const notFound: ReplayAnswer = { status: 404, headers: { 'content-type': 'text/plain' }, body: 'Resource not found.' };

/**
 * The four sources with synthetic records: of twenty publications, one is known to no agency, three to DataCite and the
 * others to Crossref; every tenth is on two records. Failures are decided by the seed, the request and how often it was
 * made, so that a run can be repeated.
 */
export function syntheticSources({
  publications,
  researchers,
  faultShare,
  seed,
  grouped = 1,
}: Settings): SyntheticSources {
  const people = Array.from({ length: researchers }, (_, index) => syntheticPerson(index));
  const perResearcher = Math.ceil(publications / researchers);
  const known = Array.from({ length: publications }, (_, index): KnownPublication => {
    const owner = Math.floor(index / perResearcher);
    const owners = index % 10 === 0 && researchers > 1 ? [owner, (owner + 1) % researchers] : [owner];
    const source = index % 20 === 0 ? 'orcid' : index % 20 < 4 ? 'datacite' : 'crossref';
    const prefix = { orcid: '10.5557', datacite: '10.5072', crossref: '10.5555' }[source];
    const { original } = syntheticPublication(index, publications);
    return {
      doi: `${prefix}/${suffix}${index}`,
      title: `${original.title} ${index}`,
      source,
      orcids: owners.map((each) => String(people[each]?.orcid)).sort(),
      cited_by_count: source === 'orcid' ? null : index % 97,
    };
  });
  const byDoi = new Map(known.map((one, index) => [one.doi, { ...one, index }] as const));
  const byOrcid = new Map(people.map(({ orcid }) => [orcid, known.filter(({ orcids }) => orcids.includes(orcid))]));
  const personOf = (orcid: string) => people.find((one) => one.orcid === orcid);
  const indexOf = (doi: string) => byDoi.get(doi)?.index ?? 0;

  async function truth({ source, path, query }: ReplayRequest): Promise<ReplayAnswer> {
    if (source === 'orcid') return orcidAnswer(path);
    const list = path === '/works' || path === '/dois' ? lists[source] : undefined;
    if (list) {
      const body = await list(query, async (doi) => {
        const answer = single(source, `/works/${doi}`);
        return answer.status === 200 ? answer.body : undefined;
      });
      return body === undefined ? notFound : { status: 200, headers: json, body };
    }
    return single(source, path);
  }

  function single(source: Exclude<SourceName, 'orcid'>, path: string): ReplayAnswer {
    const doi = /(10\.\d+\/.+)$/.exec(path)?.[1]?.toLowerCase() ?? '';
    const publication = byDoi.get(doi);
    const isKnown = source === 'openalex' ? publication?.source !== 'orcid' : publication?.source === source;
    return publication && isKnown ? recordOf(source, publication) : notFound;
  }

  function recordOf(source: Exclude<ReplayRequest['source'], 'orcid'>, publication: KnownPublication): ReplayAnswer {
    const { doi, title, cited_by_count } = publication;
    const authors = publication.orcids.map((orcid) => ({ orcid, ...personOf(orcid) }));
    const bodies: Partial<Record<SourceName, object>> = {
      crossref: {
        status: 'ok',
        'message-type': 'work',
        message: {
          DOI: doi,
          type: 'journal-article',
          title: [title],
          issued: { 'date-parts': [[2020, 3]] },
          author: authors.map((one) => ({ given: one.given_name, family: one.family_name, ORCID: one.orcid })),
        },
      },
      datacite: {
        data: {
          id: doi,
          type: 'dois',
          attributes: {
            doi,
            titles: [{ title }],
            publicationYear: 2020,
            types: { resourceTypeGeneral: 'Dataset' },
            creators: authors.map((one) => ({
              name: `${one.family_name}, ${one.given_name}`,
              nameType: 'Personal',
              givenName: one.given_name,
              familyName: one.family_name,
              nameIdentifiers: [{ nameIdentifierScheme: 'ORCID', nameIdentifier: one.orcid }],
            })),
          },
        },
      },
      openalex: {
        id: `https://openalex.org/W${indexOf(doi) + 1}`,
        doi: `https://doi.org/${doi}`,
        title,
        cited_by_count,
      },
    };
    const body = bodies[source];
    return body ? { status: 200, headers: json, body: JSON.stringify(body) } : notFound;
  }

  function orcidAnswer(path: string): ReplayAnswer {
    const [, orcid = '', section = ''] = /^\/v3\.0\/([^/]+)\/(.+)$/.exec(path) ?? [];
    const person = personOf(orcid);
    const listed = byOrcid.get(orcid);
    if (!person || !listed) return notFound;
    const value = (text: string | null) => ({ value: text ?? '' });
    if (section === 'person') {
      const name = { 'given-names': value(person.given_name), 'family-name': value(person.family_name) };
      return { status: 200, headers: json, body: JSON.stringify({ name: { ...name, visibility: 'public' } }) };
    }
    if (section === 'employments') return { status: 200, headers: json, body: '{"affiliation-group":[]}' };
    const putCodes = /^works\/([\d,]+)$/.exec(section)?.[1]?.split(',').map(Number);
    if (putCodes) {
      const contributor = [{ 'credit-name': value(`${person.given_name} ${person.family_name}`) }];
      const bulk = putCodes.map((putCode) => ({ work: { 'put-code': putCode, contributors: { contributor } } }));
      return { status: 200, headers: json, body: JSON.stringify({ bulk }) };
    }
    const groups = listed.map((one) => ({ id: one.doi, title: one.title, putCode: indexOf(one.doi) + 1 }));
    const without = Array.from({ length: worksPerRecord }, (_, n) => ({
      id: undefined,
      title: `A report of ${person.family_name} ${n}`,
      putCode: 10_000_000 + n,
    }));
    const idsOf = (id: string | undefined) => {
      const externalId = { 'external-id-type': 'doi', 'external-id-value': id, 'external-id-relationship': 'self' };
      return id === undefined ? [] : [externalId];
    };
    const inGroups = Array.from({ length: Math.ceil(groups.length / grouped) }, (_, n) =>
      groups.slice(n * grouped, (n + 1) * grouped),
    );
    const group = [...inGroups, ...without.map((each) => [each])].map((members) => ({
      'external-ids': { 'external-id': members.flatMap(({ id }) => idsOf(id)) },
      'work-summary': members.map(({ id, title, putCode }) => ({
        'put-code': putCode,
        title: { title: value(title) },
        type: 'journal-article',
        'external-ids': { 'external-id': idsOf(id) },
      })),
    }));
    return { status: 200, headers: json, body: JSON.stringify({ group }) };
  }

  /** A source's answer about a different record. */
  function wrongRecord({ source, path }: ReplayRequest): ReplayAnswer {
    if (source === 'orcid') return { status: 200, headers: json, body: '{"unexpected":true}' };
    const asked = known.findIndex(({ doi }) => path.toLowerCase().endsWith(doi));
    const other = known[(asked + 1) % known.length] as KnownPublication;
    return recordOf(source, other);
  }

  async function failed(kind: FaultKind, request: ReplayRequest): Promise<ReplayAnswer> {
    switch (kind) {
      case '500':
        return { status: 500, headers: json, body: '{"status":"error"}' };
      case '429':
        return { status: 429, headers: { 'content-type': 'text/html' }, body: '<html>Too many requests</html>' };
      case '429 with Retry-After':
        return { status: 429, headers: { 'retry-after': '1' }, body: '' };
      case '429 with a long Retry-After':
        return { status: 429, headers: { 'retry-after': '12' }, body: '' };
      case 'HTML with status 200':
        return { status: 200, headers: { 'content-type': 'text/html' }, body: '<html>Please wait</html>' };
      case 'truncated JSON': {
        const { status, headers, body } = await truth(request);
        return {
          status: status === 404 ? 200 : status,
          ...(headers && { headers }),
          body: body.slice(0, body.length / 2),
        };
      }
      case 'wrong record':
        return wrongRecord(request);
      case 'time-out':
        return new Promise(() => undefined);
    }
  }

  const calls = new Map<string, number>();
  const sources: SyntheticSources = {
    orcids: people.map(({ orcid }) => orcid),
    publications: new Map(known.map((one) => [one.doi, one])),
    worksPerRecord,
    requests: {},
    faults: {},
    async intercept(request) {
      const asked = `${request.source} ${request.path}`;
      const call = (calls.get(asked) ?? 0) + 1;
      calls.set(asked, call);
      sources.requests[request.source] = (sources.requests[request.source] ?? 0) + 1;
      const kind = faultOf(share(`${seed} ${asked} ${call}`), faultShare);
      if (!kind) return truth(request);
      sources.faults[kind] = (sources.faults[kind] ?? 0) + 1;
      return failed(kind, request);
    },
  };
  return sources;
}

/** The failure for a number from 0 to 1, if it is one of the share. */
function faultOf(chance: number, faultShare: number): FaultKind | undefined {
  if (chance >= faultShare) return undefined;
  let left = (chance / faultShare) * 100;
  return faultKinds.find((kind) => {
    left -= weights[kind];
    return left < 0;
  });
}

/** A number from 0 to 1 derived from a text: FNV-1a, mixed. */
function share(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  hash = Math.imul(hash ^ (hash >>> 16), 0x45d9f3b);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
