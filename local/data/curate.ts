import { inParallel } from '#src/runtime/in-parallel.ts';
import { askHere, type SampleRequest } from './ask-here.ts';

interface Call extends SampleRequest {
  /** Whether an earlier start may have done it. */
  isOnce?: boolean;
}

/** An iD without an ORCID record, whose ingestion fails. */
const unknownOrcid = '0009-9999-0000-0035';

const group = (body: { id: string; name: unknown; kind: string; parents?: { id: string }[] }): Call => ({
  ...{ as: 'workspace_admin', path: '/api/groups', body, isOnce: true },
});
const membership = (
  groupId: string,
  body: { orcid: string; role: string; starts_at?: number; ends_at?: number },
): Call => ({
  ...{ as: 'workspace_admin', path: `/api/groups/${groupId}/members`, body, isOnce: true },
});

/** A faculty with two institutes and a centre of both. */
const sampleGroups: Call[] = [
  group({
    id: 'faculty-of-fragile-arts',
    name: { en: 'Faculty of Fragile Arts', de: 'Fakultät für zerbrechliche Künste' },
    kind: 'faculty',
  }),
  group({
    id: 'institute-of-psychoceramics',
    name: { en: 'Institute of Psychoceramics', de: 'Institut für Psychokeramik' },
    kind: 'institute',
    parents: [{ id: 'faculty-of-fragile-arts' }],
  }),
  group({
    id: 'institute-of-repair',
    name: { en: 'Institute of Repair', de: 'Institut für Reparatur' },
    kind: 'institute',
    parents: [{ id: 'faculty-of-fragile-arts' }],
  }),
  group({
    id: 'kiln-centre',
    name: { en: 'Kiln Centre', de: 'Brennofenzentrum' },
    kind: 'centre',
    parents: [{ id: 'institute-of-psychoceramics' }, { id: 'institute-of-repair' }],
  }),
  {
    as: 'workspace_admin',
    method: 'PATCH',
    path: '/api/groups/institute-of-repair',
    body: { stewards: ['steward@example.org'] },
  },
];

/** One of its people has moved. */
const sampleMembers: Call[] = [
  membership('institute-of-psychoceramics', { orcid: '0000-0002-1825-0097', role: 'professor' }),
  membership('institute-of-psychoceramics', {
    orcid: '0009-9999-0000-0019',
    role: 'researcher',
    ends_at: Date.UTC(2021, 6),
  }),
  membership('institute-of-repair', { orcid: '0009-9999-0000-0019', role: 'professor', starts_at: Date.UTC(2021, 6) }),
  membership('kiln-centre', { orcid: '0009-9999-0000-0027', role: 'researcher' }),
];

export const sampleFaculty: readonly Call[] = [...sampleGroups, ...sampleMembers];

/** Decisions that need no record. Calls of one list are made one after the other. */
const early: readonly (readonly Call[])[] = [
  sampleGroups,
  [
    {
      as: 'superadmin',
      method: 'PATCH',
      path: '/api/site-tools/rollout',
      body: { stage: 10, reason: 'The first tenth of the workspaces' },
    },
  ],
  [
    {
      as: 'workspace_admin',
      path: '/api/workspace/invitations',
      body: { email: 'newcomer@example.org', role: 'workspace_member' },
    },
    {
      as: 'two_workspaces',
      workspace: 'press_office',
      path: '/api/workspace/invitations',
      body: { email: 'workspace-member@example.org', role: 'workspace_member' },
    },
  ],
];

/** Decisions about what was ingested. */
const late: readonly (readonly Call[])[] = [
  sampleMembers,
  [{ as: 'workspace_member', path: '/api/ingest', body: { orcid_ids: [unknownOrcid] } }],
  // A deposited copy of an article, similar to it.
  [
    {
      as: 'workspace_member',
      path: '/api/import/doi',
      body: { doi: '10.5072/cracked-pots.preprint', researcher_orcids: ['0000-0002-1825-0097'] },
    },
  ],
  [
    {
      as: 'workspace_member',
      method: 'PATCH',
      path: '/api/publications/10.5555/icp.2022.31',
      body: [{ op: 'add', path: '/data/publisher', value: 'Society for Psychoceramics and Kindred Arts' }],
    },
    {
      as: 'workspace_admin',
      method: 'PATCH',
      path: '/api/publications/10.5555/icp.2022.31',
      body: [
        { op: 'add', path: '/data/publisher', value: 'Society for Psychoceramics' },
        { op: 'add', path: '/data/keywords', value: ['ceramics', 'repair'] },
      ],
    },
    {
      as: 'workspace_member',
      method: 'PATCH',
      path: '/api/publications/10.5555/crackpots.handbook.ch04',
      body: [{ op: 'add', path: '/visible', value: false }],
    },
  ],
];

/** The e-mail addresses of the sample users. */
type Addresses = (user: SampleRequest['as']) => string;

/** Makes decisions about the sample, so that each page of the dashboard has content. `ingested` resolves between them. */
export async function curateSample(addressOf: Addresses, ingested: Promise<unknown>): Promise<void> {
  const ask = async (call: Call) => {
    const { status, text } = await askHere(call, addressOf(call.as));
    if (call.isOnce && status === 409) return undefined;
    if (status >= 400) throw new Error(`Seeding failed: ${call.path} answered ${status}: ${text}`);
    return JSON.parse(text) as unknown;
  };
  const askAll = (lists: readonly (readonly Call[])[]) =>
    inParallel(lists, lists.length, async (calls) => {
      for (const call of calls) await ask(call);
    });
  await askAll(early);
  await ingested;
  await askAll(late);
  // Last, because a start that is interrupted and repeated would create it twice.
  const fields = { platform: 'drupal', display_name: 'Website of the institute', scopes: ['publications.read'] };
  const made = await ask({ as: 'workspace_admin', path: '/api/installations', body: fields });
  const { id } = (made as { installation: { id: string } }).installation;
  const origin = { origin: 'https://www.example.org' };
  await ask({ as: 'workspace_admin', path: `/api/installations/${id}/origins`, body: origin });
}
