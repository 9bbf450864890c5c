import { createMembership, createUser, findUser, getUser } from '#src/identity/store/users.ts';
import * as createGroup from '../../../../lambdas/dashboard/groups/create.ts';
import * as updateGroup from '../../../../lambdas/dashboard/groups/update.ts';
import { call, sessionOf } from '../../../support/event.ts';
import { day } from './requests.ts';

/** A faculty with an institute, and an institute that belonged to it until yesterday. */

export const admin = sessionOf('workspace_admin');
export const sam = 'sam@example.org';
const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);

/** Stores a user, with a role in the default workspace if one is given. */
export async function storeUser(email: string, role?: 'workspace_member' | 'workspace_admin'): Promise<void> {
  const user = { id: `id-of-${email}`, email, display_name: null, is_superadmin: false, created_at: 1, updated_at: 1 };
  await createUser(user);
  if (role) await createMembership({ email, workspace: 'primary_entity', role, created_at: 1 });
}

/** The context that the authorizer passes on of a user now. */
export async function sessionNow(email: string): Promise<Record<string, string>> {
  const { user, memberships, stewardIn } = await findUser(email);
  if (!user) return { ...sessionOf(), subject: email, email };
  return {
    subject: email,
    email,
    isSuperadmin: 'false',
    memberships: JSON.stringify(memberships.map(({ workspace, role }) => ({ workspace, role }))),
    stewardIn: JSON.stringify(stewardIn),
    sentBy: 'header',
  };
}

export const makeGroup = (id: string, fields: object = {}, authorizer = admin) =>
  call(createGroup, { url: '/api/groups', body: { id, name: id, ...fields }, authorizer });
export const changeGroup = (id: string, body: object, authorizer = admin, headers = {}) =>
  call(updateGroup, { url: `/api/groups/${id}`, body, authorizer, headers });
export const nameStewards = (id: string, ...stewards: string[]) => changeGroup(id, { stewards });

/** The groups of the tests. Sam is a steward of the faculty. */
export async function drawTree(): Promise<void> {
  await makeGroup('faculty');
  await makeGroup('elsewhere');
  await makeGroup('institute', { parents: [{ id: 'faculty' }] });
  await makeGroup('moved', { parents: [{ id: 'faculty', ends_at: day(yesterday) }, { id: 'elsewhere' }] });
  await makeGroup('closed', { taken_over_by: 'institute', ends_at: day('2020-01-01') });
  if (!(await getUser(sam))) await storeUser(sam);
  await nameStewards('faculty', sam);
}

/** Sends a request as a user with the rights that they have now. */
export async function callAs(
  module: Parameters<typeof call>[0],
  email: string,
  method: { url: string; body?: object; headers?: Record<string, string> },
) {
  return call(module, { ...method, authorizer: await sessionNow(email) });
}
