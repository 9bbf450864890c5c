import { createGroup } from '#src/curation/groups/groups.ts';
import { workOnIntake } from '#src/curation/intakes/work.ts';
import { createWork } from '#src/curation/works.ts';
import { editHeadings } from '#src/formats/editing/csv-edit.ts';
import { readEdits } from '#src/formats/editing/read-edits.ts';
import { readingLimits } from '#src/formats/reading/entries/remarks.ts';
import { readWorkbook } from '#src/formats/reading/xlsx/workbook.ts';
import { issuerSubject } from '#src/identity/domain/user.ts';
import { createMembership, createUser } from '#src/identity/store/users.ts';
import type { EditedList } from '#src/records/intakes/edited-lists.ts';
import { applyIncoming } from '#src/records/publications/publication.ts';
import { savePublication } from '#src/records/publications/store/publications.ts';
import { keys } from '#src/table/keys.ts';
import { updateIf } from '#src/table/table.ts';
import type { Bibliography } from '#src/vocabulary/bibliography.ts';
import { defaultWorkspace } from '#src/vocabulary/workspace.ts';
import { job } from '../../../../lambdas/background/intakes/work-on-intakes.ts';
import * as exportPublications from '../../../../lambdas/dashboard/publications/export.ts';
import * as spreadsheets from '../../../../lambdas/dashboard/spreadsheets/create.ts';
import { withShownRows } from '../../../formats/editing/edited-file.ts';
import { aBibliography, anIncoming, aProject } from '../../../support/builders.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { storePerson } from '../../../support/people.ts';
import { storeProject } from '../../../support/projects.ts';
import { underRole } from '../../../support/roles.ts';
import { intakeClient, type Session } from './intake-requests.ts';

const registry = () => String(process.env.PUBLIC_BASE_URL).replace(/\/$/, '');
export const admin = sessionOf('workspace_admin');
export const curator = { workspace: defaultWorkspace, actor: 'user:other@example.org', now: new Date() };
const context = { actor: 'user:other@example.org', now: new Date(), requestId: 'test' };

export async function storePublication(doi: string, original: Partial<Bibliography> = {}): Promise<string> {
  const incoming = anIncoming({ doi, original: aBibliography({ title: `Kilns of ${doi}`, ...original }) });
  await savePublication(applyIncoming(undefined, incoming, [], new Date(1)), undefined, []);
  return doi;
}

export async function storeWork(title: string, data: Record<string, unknown> = {}): Promise<string> {
  const work = { title, work_type: 'report', publication_date: '2020-11-05', data, researcher_orcids: [] };
  return (await createWork(work, curator)).work.id;
}

export async function storeAPerson(orcid: string): Promise<string> {
  await storePerson(orcid, 'Ann', 'Kiln', 'Fires clay.');
  return orcid;
}

export const storeAProject = async (id: string): Promise<string> =>
  (await storeProject(aProject({ id, title: { en: 'Kilns', de: 'Öfen' } }), new Date(1))).id;

export async function storeGroup(id: string, parents: string[] = []): Promise<string> {
  const all = parents.map((parent) => ({ id: parent, starts_at: Date.UTC(2020, 0, 1), ends_at: null }));
  await createGroup({ id, name: `Group ${id}`, parents: all }, context);
  return id;
}

/** Records exported for editing. */
export async function exported(list: EditedList, ids: readonly string[], format = 'xlsx-edit', query = '') {
  const authorizer = sessionOf('steward');
  const isPublications = list === 'publications';
  const url = `/api/${isPublications ? 'publications/export' : 'spreadsheets'}?format=${format}${query}`;
  const body = isPublications ? { ids } : { list, ids };
  return call(isPublications ? exportPublications : spreadsheets, { url, body, authorizer });
}

export async function exportedFile(
  list: EditedList,
  ids: readonly string[],
  format = 'xlsx-edit',
): Promise<Uint8Array> {
  const { status, body } = await exported(list, ids, format);
  if (status !== 200) throw new Error(JSON.stringify(body));
  return format === 'xlsx-edit' ? Buffer.from(body, 'base64') : Buffer.from(body);
}

/** The rows of an exported file as people see them, by field. */
export const shownRows = (file: Uint8Array, list: EditedList): Record<string, string>[] =>
  readWorkbook(file, readingLimits, list)
    .rows.slice(1)
    .map(({ cells }) => Object.fromEntries(editHeadings(list).map((name, at) => [name, cells[at] ?? ''])));

/** A file in which somebody has changed some cells of each row. */
export function changedFile(
  file: Uint8Array,
  list: EditedList,
  change: (row: Record<string, string>, at: number) => Record<string, string>,
): Uint8Array {
  const headings = editHeadings(list);
  const rows = shownRows(file, list).map((row, at) => ({ ...row, ...change(row, at) }));
  return withShownRows(file, [headings, ...rows.map((row) => headings.map((name) => row[name] ?? ''))]);
}

const works = underRole(job, (id: string, now: Date) =>
  workOnIntake(id, { now, signal: new AbortController().signal }),
);

/** Lets the job do the step that an intake is in, even if a run that was killed has it for another minute. */
export async function work(id: string, laterMs = 0): Promise<void> {
  for (let run = 0; run < 20 && (await works(id, new Date(Date.now() + laterMs))) !== undefined; run++);
}

/** The user whose requests these are, as an administrator. */
export async function storeCurator(): Promise<void> {
  const paces = ['CROSSREF', 'OPENALEX', 'DATACITE', 'EUROPEPMC'].map((name) => [`${name}_REQUESTS_PER_SECOND`, '0']);
  Object.assign(process.env, { ADMIN_EMAILS: '', SIGN_IN_ISSUER: issuer, ...Object.fromEntries(paces) });
  const [email, sub] = ['curator@example.org', 'test-subject'];
  await createUser({ id: sub, email, display_name: null, is_superadmin: false, created_at: 1, updated_at: 1 });
  await updateIf({
    Key: keys.user(email),
    UpdateExpression: 'SET subject = :subject',
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeValues: { ':subject': issuerSubject(issuer, sub) },
  });
  await createMembership({ email, workspace: defaultWorkspace, role: 'workspace_admin', created_at: 1 });
}

const issuer = 'https://issuer.example';

/** Sends a file as a client does, and lets it be checked. */
export async function takeIn(file: Uint8Array, authorizer: Session = admin): Promise<string> {
  const { report, rows } = readEdits(file, file[0] === 0x50 ? { registry: registry() } : {});
  const client = intakeClient(authorizer);
  const begun = await client.create({ kind: 'edits', list: report.list, name: 'edit.xlsx', total: rows.length });
  if (begun.status !== 201) throw new Error(JSON.stringify(begun.body));
  const { id } = begun.body;
  for (let first = 0; first < rows.length; first += 100) {
    const sent = await client.rows(id, first, rows.slice(first, first + 100));
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
  }
  await step(id, 'check', authorizer);
  return id;
}

/** Asks for a step, and lets the job do it. */
export async function step(id: string, name: 'check' | 'apply' | 'undo', authorizer: Session = admin): Promise<void> {
  const { status, body } = await intakeClient(authorizer).step(id, name);
  if (status !== 202) throw new Error(JSON.stringify(body));
  await work(id);
}

export interface RowView {
  id: string;
  class: string;
  outcome: string;
  message: string | null;
  edit: number | null;
  cells: { field: string; from: string | null; now: string | null; to: string; state: string; reason?: string }[];
}

export const rowsOf = async (id: string): Promise<RowView[]> =>
  (await intakeClient(admin).listRows(id, '?limit=100')).body.rows;
