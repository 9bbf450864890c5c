import { randomBytes, randomUUID } from 'node:crypto';
import type { MemberCaller } from '#src/identity/callers/caller.ts';
import { withoutAccess } from '#src/identity/store/members.ts';
import { rememberWorkspace } from '#src/logbook/activity.ts';
import { erasedAmong } from '#src/records/people/store/unless-erased.ts';
import type { ReportDefinition } from '#src/records/reports/definition.ts';
import { mostReports, type ReportRecord, type ReportRun, runIdOf, runStates } from '#src/records/reports/report.ts';
import { invalidRequest, Problem } from '#src/runtime/errors.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { type Key, transact, updateIf } from '#src/table/table.ts';
import { orcidIdsIn } from '#src/vocabulary/identifiers/orcid-id.ts';
import { roleIncludes } from '#src/vocabulary/workspace.ts';
import { type Reach, reachOf, requireWithin } from '../groups/reach.ts';
import { dropDocuments } from '../report-documents/store/stored-documents.ts';
import {
  deleteReport,
  deleteRuns,
  getReport,
  getReports,
  getRun,
  getRuns,
  openRunWrites,
  putReport,
  reportWrite,
  runContents,
  runWrite,
} from './store.ts';

/** Who asks for reports, in a workspace. */
export interface ReportReader {
  workspace: string;
  email: string;
  isAdmin: boolean;
  /** Of a steward, who sees reports of their groups alone. */
  reach: Reach | undefined;
  now: Date;
}

export async function reportReader({ caller, now }: { caller: MemberCaller; now: Date }): Promise<ReportReader> {
  const email = caller.email ?? caller.subject;
  const isMember = roleIncludes(caller.role, 'workspace_member');
  return {
    workspace: caller.workspace,
    email,
    isAdmin: roleIncludes(caller.role, 'workspace_admin'),
    reach: isMember ? undefined : await reachOf(email, now),
    now,
  };
}

/** The groups that a report is restricted to. */
const groupsOfReport = ({ filter }: ReportDefinition): string[] =>
  (filter.group_id ?? '').split('|').flatMap((id) => id.trim().toLowerCase() || []);

/** Throws `forbidden` unless a report is of groups that a steward looks after. */
export async function requireReportWithin(definition: ReportDefinition, { reach }: ReportReader): Promise<void> {
  if (!reach) return;
  const groups = groupsOfReport(definition);
  if (groups.length === 0 || groups.includes('none'))
    throw new Problem(
      'forbidden',
      'A steward makes reports of their groups: definition.filter.group_id must name them',
    );
  await requireWithin(reach, groups);
}

async function isWithin(definition: ReportDefinition, { reach }: ReportReader): Promise<boolean> {
  if (!reach) return true;
  const groups = groupsOfReport(definition);
  return groups.length > 0 && !groups.includes('none') && (await reach.outside(groups)).length === 0;
}

/** A report, and whether who made it has left the workspace, which only administrators are told. */
export interface SeenReport {
  report: ReportRecord;
  isLeft: boolean;
}

/** Of some reports, those that somebody sees: their own, shared ones, and as administrator those of people who have left. */
async function seenAmong(reports: readonly ReportRecord[], reader: ReportReader): Promise<SeenReport[]> {
  const { email, isAdmin, workspace } = reader;
  const others = reports.flatMap(({ created_by }) =>
    created_by === email || !created_by.includes('@') ? [] : created_by,
  );
  const left = isAdmin ? await withoutAccess(workspace, others) : new Set<string>();
  const seen: SeenReport[] = [];
  for (const report of reports) {
    const isLeft = left.has(report.created_by);
    const isShown = report.shared || report.created_by === email || isLeft;
    if (isShown && (await isWithin(report.definition, reader))) seen.push({ report, isLeft });
  }
  return seen;
}

const mayChange = ({ report, isLeft }: SeenReport, { email, isAdmin }: ReportReader) =>
  report.created_by === email || isLeft || (report.shared && isAdmin);

/** The reports that somebody sees, in the order in which they were made. */
export const reportsOf = async (reader: ReportReader): Promise<SeenReport[]> =>
  seenAmong(await getReports(reader.workspace), reader);

const notFound = () => new Problem('not_found', 'There is no such report');

/** A report that somebody sees. Throws `not_found` for any other. */
export async function seenReport(id: string, reader: ReportReader): Promise<SeenReport> {
  const report = await getReport(reader.workspace, id);
  const [seen] = report ? await seenAmong([report], reader) : [];
  if (!seen) throw notFound();
  return seen;
}

export interface ReportFields {
  definition: ReportDefinition;
  shared: boolean;
}

/** Makes a report. Throws a Problem if there are too many, or if it names an erased person. */
export async function addReport(fields: ReportFields, reader: ReportReader): Promise<ReportRecord> {
  await requireReportWithin(fields.definition, reader);
  await refuseErased(fields.definition);
  // An erasure goes through the reports of the workspaces that it knows.
  await rememberWorkspace(reader.workspace);
  await requireRoom(fields.shared, reader);
  const at = reader.now.getTime();
  const report: ReportRecord = {
    ...fields,
    id: randomUUID().replaceAll('-', ''),
    workspace: reader.workspace,
    created_by: reader.email,
    created_at: at,
    updated_at: at,
    running: null,
    last_run: null,
    version: 1,
  };
  if (!(await putReport(report, undefined))) throw new Problem('conflict', 'The report could not be stored. Try again');
  return report;
}

async function requireRoom(shared: boolean, { workspace, email }: ReportReader) {
  const reports = await getReports(workspace);
  const own = reports.filter((each) => (shared ? each.shared : !each.shared && each.created_by === email));
  const most = shared ? mostReports.shared : mostReports.own;
  if (own.length < most) return;
  const whose = shared ? 'The workspace shares' : 'You have';
  throw new Problem('conflict', `${whose} ${most} reports, which is the most. Delete one first`);
}

/** Changes a report: missing fields stay. Throws a Problem if that is not possible. */
export function changeReport(
  id: string,
  { takesOver, ...fields }: Partial<ReportFields> & { takesOver?: boolean | undefined },
  reader: ReportReader,
  requireVersion: (report: { version: number }) => void,
): Promise<SeenReport> {
  return retryIfStale('The report', async () => {
    const { report: before, isLeft } = await changeableReport(id, reader);
    requireVersion(before);
    const { email } = reader;
    if (takesOver && !isLeft && before.created_by !== email)
      throw new Problem('conflict', 'Who has made this report has not left the workspace');
    const wanted = { ...before, ...fields, ...(takesOver && { created_by: email }) };
    const seen = { isLeft: isLeft && !takesOver };
    if (JSON.stringify(wanted) === JSON.stringify(before)) return { ...seen, report: before };
    await requireReportWithin(wanted.definition, reader);
    await refuseErased(wanted.definition);
    if (wanted.shared ? !before.shared : takesOver) await requireRoom(wanted.shared, reader);
    const after = { ...wanted, updated_at: reader.now.getTime(), version: before.version + 1 };
    return (await putReport(after, before)) ? { ...seen, report: after } : stale;
  });
}

async function changeableReport(id: string, reader: ReportReader): Promise<SeenReport> {
  const seen = await seenReport(id, reader);
  if (!mayChange(seen, reader))
    throw new Problem('forbidden', 'Only who has made a report, and administrators, can change it');
  return seen;
}

/** Throws a Problem for a report that names an erased person: with their iD it would show nothing. */
async function refuseErased(definition: ReportDefinition): Promise<void> {
  const named = orcidsIn(definition);
  const erased = await erasedAmong(named.map(({ orcid }) => orcid));
  const issues = named.filter(({ orcid }) => erased.has(orcid));
  if (issues.length > 0)
    throw invalidRequest(
      'body',
      issues.map(({ path }) => ({ path, message: 'names a person who was erased' })),
    );
}

const orcidsIn = ({ name, filter }: ReportDefinition): { path: string; orcid: string }[] =>
  [
    ['definition.name', name],
    ...Object.entries(filter).map(([key, value]) => [`definition.filter.${key}`, value]),
  ].flatMap(([path = '', value = '']) => orcidIdsIn(value).map((orcid) => ({ path, orcid })));

/** Deletes a report with all its runs, frozen ones, too. Done again, it deletes what was left. */
export async function removeReport(
  id: string,
  reader: ReportReader,
  requireVersion: (report: { version: number }) => void,
): Promise<void> {
  const { report } = await changeableReport(id, reader);
  requireVersion(report);
  // Runs first: only the report leads to them.
  for (const run of await getRuns(id)) await dropDocuments(run.id);
  await deleteRuns(id);
  await retryIfStale('The report', async () => {
    const before = await getReport(reader.workspace, id);
    return !before || (await deleteReport(before)) ? undefined : stale;
  });
}

/** Begins a run of a report. Throws `conflict` while another one is running. */
export function requestRun(id: string, reader: ReportReader): Promise<ReportRun> {
  return retryIfStale('The report', async () => {
    const { report } = await seenReport(id, reader);
    if (report.running !== null)
      throw new Problem('conflict', 'A run of this report has not finished yet', {
        details: { run_id: report.running },
      });
    const requested_at = reader.now.getTime();
    const run: ReportRun = {
      id: runIdOf(id, requested_at, randomBytes(4).toString('hex')),
      report_id: id,
      workspace: report.workspace,
      state: 'running',
      definition: report.definition,
      query: null,
      requested_at,
      requested_by: reader.email,
      as_of: null,
      finished_at: null,
      previous_run: report.last_run?.id ?? null,
      total: null,
      done: 0,
      missing: 0,
      parts: 0,
      listing: null,
      frozen: false,
      erased: [],
      message: null,
      version: 1,
    };
    const after = { ...report, running: run.id, version: report.version + 1 };
    const failed = await transact([reportWrite(after, report), runWrite(run, undefined), openRunWrites(run).open]);
    return failed ? stale : run;
  });
}

/** A run that somebody sees, with its report. Throws `not_found` for any other. */
export async function seenRun(id: string, reader: ReportReader): Promise<SeenReport & { run: ReportRun }> {
  const run = await getRun(id);
  if (!run || run.workspace !== reader.workspace) throw new Problem('not_found', 'There is no such run');
  const seen = await seenReport(run.report_id, reader);
  if (!(await isWithin(run.definition, reader))) throw new Problem('not_found', 'There is no such run');
  return { ...seen, run };
}

/** Keeps a finished run until its report is deleted. Done again, it goes on where it was. */
export async function freezeRun(id: string, reader: ReportReader): Promise<ReportRun> {
  const { run, ...seen } = await seenRun(id, reader);
  if (!mayChange(seen, reader))
    throw new Problem('forbidden', 'Only who has made a report, and administrators, can freeze its runs');
  if (run.state !== runStates[1]) throw new Problem('conflict', 'Only a finished run can be frozen');
  // Contents first: a frozen record whose items expire would be worse than items that stay.
  for await (const { pk, sk } of runContents(run)) await keepItem({ pk, sk });
  return retryIfStale('The run', async () => {
    const before = await getRun(id);
    if (!before) throw new Problem('not_found', 'There is no such run');
    if (before.frozen) return before;
    const after = { ...before, frozen: true, version: before.version + 1 };
    return (await transact([runWrite(after, before)])) ? stale : after;
  });
}

/** Takes away the time at which an item is deleted. */
const keepItem = (Key: Key) =>
  updateIf({
    Key,
    UpdateExpression: 'REMOVE expiresAtSeconds',
    ConditionExpression: 'attribute_exists(pk)',
  });
