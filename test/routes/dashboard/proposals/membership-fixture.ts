import * as pass from '#src/ingestion/proposals/find/group-memberships.ts';
import { proposeEmployedMemberships } from '#src/ingestion/proposals/find/group-memberships.ts';
import { saveOrcidSection } from '#src/ingestion/store/source-answers.ts';
import { getGroupMember } from '#src/records/groups/store/members.ts';
import { employmentsOf } from '#src/sources/orcid/employments.ts';
import { collections, keys } from '#src/table/keys.ts';
import { putItem } from '#src/table/table.ts';
import { job } from '../../../../lambdas/background/find-proposals.ts';
import * as decideRoute from '../../../../lambdas/dashboard/proposals/decide.ts';
import { storeGroup } from '../../../groups/groups-fixture.ts';
import { anAuthor, carberry } from '../../../support/builders.ts';
import { fetchPublication } from '../../../support/duplicates.ts';
import { freshTable } from '../../../support/engine.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { storePerson } from '../../../support/people.ts';
import { underRole } from '../../../support/roles.ts';

/** Somebody with publications and employments, and groups that these name. */

let epoch = 0;
/** Lists in memory outlive a table. A new epoch makes them read the rows from the start. */
async function newEpoch(): Promise<void> {
  epoch += 1;
  for (const collection of collections) await putItem({ ...keys.listEpoch(collection), epoch, changed: Date.now() });
}

export async function emptyRegistry(): Promise<void> {
  await freshTable();
  await newEpoch();
  await storePerson(carberry, 'Josiah', 'Carberry');
  await storeGroup('kilns', { printed_names: ['Department of Kilns'] });
}

const find = underRole(job, pass.findGroupMemberships);

/** A run of the pass, some time after all that has been written. */
export const look = (now = new Date(), deadlineMs = Number.MAX_SAFE_INTEGER) => find(now, deadlineMs);

/** Stores a publication by Josiah Carberry with what is printed under his name. */
export const publish = (doi: string, publication_date: string, ...affiliations: string[]) =>
  fetchPublication(doi, {
    fields: {
      title: `On ${doi}`,
      publication_date,
      authors: [{ ...anAuthor('Josiah Carberry', carberry), affiliations }, anAuthor('Ada Lovelace')],
    },
    orcids: [carberry],
  });

/** An employment as ORCID has it. */
export const employment = (putCode: number, department: string, years: readonly [string, string | null]) => ({
  summaries: [
    {
      'employment-summary': {
        'put-code': putCode,
        visibility: 'public',
        'department-name': department,
        'role-title': 'Professor',
        'start-date': { year: { value: years[0] } },
        'end-date': years[1] === null ? null : { year: { value: years[1] } },
        organization: { name: 'University of Invention' },
      },
    },
  ],
});

/** Stores employments, and asks about them, as an ingestion does. */
export async function ingestEmployments(...groups: ReturnType<typeof employment>[]): Promise<void> {
  const section = { 'affiliation-group': groups };
  await saveOrcidSection(carberry, 'employments', section);
  await proposeEmployedMemberships(carberry, employmentsOf(section), new Date());
}

export const membershipsOfCarberry = async () =>
  ((await getGroupMember(carberry))?.memberships ?? []).map(
    ({ group_id, starts_at, ends_at, source }) => `${group_id} ${starts_at} ${ends_at} ${source}`,
  );

/** Decides as an administrator, or with another role. */
export const decideAs = (
  id: string,
  body: object,
  role: 'workspace_admin' | 'workspace_member' = 'workspace_admin',
  headers: Record<string, string> = {},
) => call(decideRoute, { url: `/api/proposals/${id}`, authorizer: sessionOf(role), body, headers });
