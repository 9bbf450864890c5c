import { setTimeout as sleep } from 'node:timers/promises';
import { type Cloud, startCloud } from '../../local/cloud.ts';
import { sampleDir } from '../../local/options.ts';

type As = 'superadmin' | 'operator' | 'api key' | 'plugin';
// Answers are JSON of many routes.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Ask = (as: As, method: string, path: string, body?: unknown) => Promise<any>;

const [josiah, ada, erased] = ['0000-0002-1825-0097', '0009-9999-0000-0019', '0009-9999-0000-0027'];
const deadlineMs = 60_000;

/**
 * Uses a laptop cloud in a new data folder until it has records of every kind, and stops it during an ingestion.
 * Returns the answers of some routes.
 */
export async function useRegistry(dataDir: string, report: (step: string) => void): Promise<Record<string, unknown>> {
  let hangs = false;
  const cloud = await startCloud({
    dataDir,
    port: 0,
    sourcesDir: sampleDir,
    seed: { kind: 'sample' },
    curated: true,
    verbose: false,
    faults: [],
    report,
    intercept: ({ source }) => (hangs && source !== 'orcid' ? new Promise(() => {}) : Promise.resolve(undefined)),
  });
  try {
    const ask = asking(cloud);
    report('changing records of every kind');
    await changeAccess(ask);
    await changeProjects(ask);
    await changePublications(ask);
    await changeWorks(ask);
    await changeGroups(ask);
    report('finding duplicates and proposals, and deciding some');
    for (const name of ['RelatePublications', 'FindDuplicates', 'FindProposals']) await cloud.runSchedule(name);
    await decide(ask);
    // After the decisions: an accepted affiliation must not overlap with these.
    await changePeople(ask);
    await ask('superadmin', 'DELETE', `/api/people/${erased}?confirmation=ERASE%20${erased}`);
    await jobsEnd(ask);
    await cloud.runSchedule('CompactLists');
    const answers = await readAnswers(ask);
    report('stopping in the middle of an ingestion');
    hangs = true;
    await ask('superadmin', 'POST', '/api/ingest', { orcid_ids: [josiah] });
    await until('the ingestion to reach Crossref', async () => {
      const { jobs } = await ask('superadmin', 'GET', `/api/ingest/jobs?orcid=${josiah}`);
      const { works } = await ask('superadmin', 'GET', `/api/ingest/jobs/${jobs[0].job_id}?outcome=pending`);
      return works.length > 0;
    });
    return answers;
  } finally {
    await cloud.stop();
  }
}

function asking({ stack, baseUrl, dashboardUrl }: Cloud): Ask {
  const credentials: Record<As, Record<string, string>> = {
    superadmin: { authorization: `Bearer ${stack.dashboard_tokens.superadmin}` },
    operator: { authorization: `Bearer ${stack.admin_cli_secret}` },
    'api key': { 'x-api-key': stack.api_keys.full },
    plugin: { 'x-api-key': stack.installation_key },
  };
  return async (as, method, path, body) => {
    const isDashboards = as === 'superadmin' || as === 'operator';
    const response = await fetch((isDashboards ? dashboardUrl : baseUrl) + path, {
      method,
      redirect: 'error',
      headers: { ...credentials[as], ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
}

/** Adds a work by hand, edits one, and links a person to it. */
async function changeWorks(ask: Ask): Promise<void> {
  const thesis = { title: 'A Thesis on Lids', work_type: 'dissertation-thesis', researcher_orcids: [josiah] };
  await ask('superadmin', 'POST', '/api/works', thesis);
  const { works } = await ask('superadmin', 'GET', '/api/works?origin=orcid');
  const { id } = works[0];
  await ask('superadmin', 'PATCH', `/api/works/${id}`, [{ op: 'add', path: '/data/pages', value: '1-10' }]);
  await ask('superadmin', 'POST', `/api/works/${id}/researchers`, { orcid: josiah });
}

/** Draws a tree of groups, and puts people, somebody without an iD, and outputs into them. */
async function changeGroups(ask: Ask): Promise<void> {
  const address = (id: string) => `/api/groups/${id}`;
  const day = (text: string) => Date.parse(text);
  await ask('superadmin', 'POST', '/api/groups', {
    id: 'faculty-of-clay',
    printed_names: ['University of Invention, Example City'],
    name: { en: 'Faculty of Clay' },
    kind: 'faculty',
  });
  for (const id of ['pottery', 'glass', 'made-by-mistake']) {
    const fields = { name: `Institute ${id}`, parent_id: 'faculty-of-clay', external_id: `K-${id}` };
    await ask('superadmin', 'POST', '/api/groups', { ...fields, id, printed_names: [`Inst. ${id}`] });
  }
  await ask('superadmin', 'DELETE', address('made-by-mistake'));
  await ask('superadmin', 'PATCH', address('glass'), { taken_over_by: 'pottery', ends_at: day('2024-01-01') });
  const period = { starts_at: day('2015-10-01'), ends_at: null };
  const josiahs = { orcid: josiah, staff_id: 'p1825', role: 'professor', is_primary: true, ...period };
  await ask('superadmin', 'POST', `${address('pottery')}/members`, josiahs);
  await ask('superadmin', 'POST', `${address('pottery')}/members`, { staff_id: 'p1906', name: 'Grace Hopper' });
  const rows = [
    { line: 2, orcid: ada, group: 'K-pottery', from: '2020-03' },
    { line: 3, staff_id: 'p1903', name: 'John Kiln', group: 'Institute glass', to: '2023' },
  ];
  await ask('superadmin', 'POST', '/api/groups/import', { import_id: 'autumn-2026', mode: 'add', rows });
  const groups = { added: ['glass'], excluded: ['pottery'] };
  await ask('superadmin', 'PUT', '/api/publication-groups/10.5555/jcp.2021.9', groups);
  const { works } = await ask('superadmin', 'GET', '/api/works?origin=orcid');
  await ask('superadmin', 'PUT', `/api/work-groups/${works[0].id}`, groups);
}

/** Creates keys, installations, users and invitations in every state. */
async function changeAccess(ask: Ask): Promise<void> {
  const keys = '/api/site-tools/api-keys';
  const newKey = async (client_name: string, settings: object = {}): Promise<string> => {
    const fields = { client_name, scopes: ['ingest'], rate_limit_per_minute: 60, ...settings };
    return (await ask('superadmin', 'POST', keys, fields)).key.key_hash;
  };
  await newKey('Library catalogue');
  await newKey('Until next year', { expires_at: Date.now() + 365 * 24 * 3_600_000 });
  await ask('superadmin', 'PATCH', `${keys}/${await newKey('Paused')}`, { active: false });
  await ask('superadmin', 'POST', `${keys}/${await newKey('Rotated')}/rotate`, { revoke_old: false });
  await ask('superadmin', 'POST', `${keys}/${await newKey('Replaced')}/rotate`, { revoke_old: true });
  await ask('superadmin', 'DELETE', `${keys}/${await newKey('Deleted')}`);

  const { installations } = await ask('superadmin', 'GET', '/api/installations');
  for (const { id } of installations) {
    const credentials = `/api/installations/${id}/credentials`;
    const made = await ask('superadmin', 'POST', credentials, { expires_at: null });
    const rotate = { revoke_old: false, expires_at: null };
    await ask('superadmin', 'POST', `${credentials}/${made.credential.id}/rotate`, rotate);
    await ask('superadmin', 'DELETE', `${credentials}/${made.credential.id}`);
  }

  await ask('operator', 'POST', '/api/cli/users', { email: 'second@example.org', is_superadmin: false });
}

async function changeProjects(ask: Ask): Promise<void> {
  const fields = { programme: 'Horizon', member_orcids: [josiah], funding_entities: ['Psychoceramics Foundation'] };
  for (const id of ['glazes-2026', 'kiln-songs', 'withdrawn-project']) {
    await ask('superadmin', 'POST', '/api/projects', { ...fields, id, title: `The project ${id}` });
  }
  await ask('superadmin', 'PATCH', '/api/projects/kiln-songs', [{ op: 'replace', path: '/visible', value: false }]);
  await ask('superadmin', 'DELETE', '/api/projects/withdrawn-project');
}

async function changePublications(ask: Ask): Promise<void> {
  const article = '10.5555/jcp.2021.9';
  const patch = [{ op: 'add', path: '/data/publisher', value: 'The Press of the Pots' }];
  const ids = [article, '10.5555/jcp.2015.666'];
  const { results } = await ask('superadmin', 'POST', '/api/publications/bulk-edit', { ids, patch });
  await ask('superadmin', 'POST', `/api/publication-edits/${article}`, { revert: results[0].edit_id });
  await ask('superadmin', 'DELETE', '/api/publications/10.5555/acp.2024.0007');
  for (const alias of ['attached', 'detached']) {
    await ask('superadmin', 'POST', `/api/aliases/10.5555/jcp.2021.9.${alias}`, { publication: article });
  }
  await ask('superadmin', 'DELETE', '/api/aliases/10.5555/jcp.2021.9.detached');
  const { matches } = await ask('superadmin', 'GET', '/api/publication-matches');
  for (const { id, researchers } of matches.slice(1, 2)) {
    const [{ orcid }] = researchers;
    await ask('superadmin', 'POST', `/api/publication-matches/${id}`, { orcid, decision: 'not_an_author' });
  }
  for (const { id, researchers } of matches.slice(0, 1)) {
    const rejection = { orcid: researchers[0].orcid, author_position: null, decision: 'reject' };
    await ask('superadmin', 'POST', `/api/publication-matches/${id}`, rejection);
  }
}

async function changePeople(ask: Ask): Promise<void> {
  const partner = { entity_id: 'primary_entity', status: 'primary_entity' };
  for (const orcid of [josiah, ada]) {
    await ask('superadmin', 'PATCH', `/api/people/${orcid}`, { people_type: 'staff', category_ids: ['potters'] });
    await ask('api key', 'POST', `/api/partners/people/${orcid}/membership`, partner);
  }
}

/** Decides two open items of each kind of question, accepts a membership, and leaves the rest open. */
async function decide(ask: Ask): Promise<void> {
  const { duplicates } = await ask('superadmin', 'GET', '/api/duplicates');
  for (const [n, { id, records }] of duplicates.slice(0, 2).entries()) {
    const decision = n === 0 ? { decision: 'merge', keep: records[0].id } : { decision: 'different' };
    await ask('superadmin', 'POST', `/api/duplicates/${id}`, decision);
  }
  const { proposals } = await ask('superadmin', 'GET', '/api/proposals');
  for (const [n, { id }] of proposals.slice(0, 2).entries()) {
    await ask('superadmin', 'POST', `/api/proposals/${id}`, { decision: ['accept', 'reject'][n] });
  }
  const { proposals: claimed } = await ask('superadmin', 'GET', '/api/proposals?kind=group_membership');
  for (const { id } of claimed.slice(0, 1)) {
    await ask('superadmin', 'POST', `/api/proposals/${id}`, { decision: 'accept' });
  }
}

const jobsEnd = (ask: Ask) =>
  until('all ingestions to end', async () => {
    const { jobs } = await ask('superadmin', 'GET', '/api/ingest/jobs');
    return jobs.every(({ status }: { status: string }) => status !== 'queued' && status !== 'processing');
  });

/** The lists whose answers are stored. */
const lists: [As, string][] = [
  ['plugin', '/v1/publications'],
  ['plugin', '/v1/publications?sort=cited_by_count'],
  ['plugin', '/v1/people'],
  ['plugin', '/v1/projects'],
  ['superadmin', '/api/publications'],
  ['superadmin', '/api/publication-matches'],
  ['superadmin', '/api/duplicates?status=all'],
  ['superadmin', '/api/proposals?status=all'],
  ['superadmin', '/api/site-tools/api-keys'],
  ['superadmin', '/api/installations'],
  ['superadmin', '/api/groups'],
  ['superadmin', '/api/groups/pottery/members'],
  ['superadmin', '/api/workspace/members'],
  ['operator', '/api/cli/users'],
];

/** The members of answers that later versions must also return. */
const lasting = [
  ...['id', 'doi', 'orcid', 'email', 'name', 'title', 'client_name', 'total'],
  ...['kind', 'status', 'role', 'active', 'people_type', 'cited_by_count'],
];

async function readAnswers(ask: Ask): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const [as, url] of lists) answers[url] = lastingIn(await ask(as, 'GET', url));
  const { publications } = answers['/v1/publications'] as { publications: { doi: string }[] };
  const details = [
    ...publications.map(({ doi }) => `/v1/doi/${encodeURIComponent(doi)}`),
    ...[josiah, ada].map((orcid) => `/v1/people/${orcid}`),
  ];
  for (const url of details) answers[url] = lastingIn(await ask('plugin', 'GET', url));
  return answers;
}

/** An answer reduced to its lists and the lasting members of each object. */
function lastingIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(lastingIn);
  if (typeof value !== 'object' || value === null) return value;
  const isKept = ([name, of]: [string, unknown]) =>
    lasting.includes(name) || (Array.isArray(of) && of.every((each) => typeof each === 'object'));
  return Object.fromEntries(
    Object.entries(value)
      .filter(isKept)
      .map(([name, of]) => [name, lastingIn(of)]),
  );
}

async function until(condition: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const endMs = Date.now() + deadlineMs; !(await isSo()); ) {
    if (Date.now() > endMs) throw new Error(`Waited ${deadlineMs / 1000} s for ${condition}`);
    await sleep(100);
  }
}
