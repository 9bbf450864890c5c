import { expect, test } from '@jest/globals';
import { includesRole, type Role, roleIn } from '../../web/src/session/roles.ts';

const memberships = [
  { workspace_id: 'library', role: 'workspace_admin' as const },
  { workspace_id: 'primary_entity', role: 'workspace_member' as const },
];

test('a role is that of the chosen workspace, and of no other', () => {
  const rights = { is_superadmin: false, memberships };
  expect(roleIn('library', rights)).toBe('workspace_admin');
  expect(roleIn('primary_entity', rights)).toBe('workspace_member');
  expect(roleIn('press_office', rights)).toBeUndefined();
  expect(roleIn(undefined, { is_superadmin: false, memberships: [] })).toBeUndefined();
  expect(roleIn('press_office', { is_superadmin: true, memberships })).toBe('superadmin');
});

test('each role includes those below it', () => {
  const all: (Role | undefined)[] = [undefined, 'workspace_member', 'workspace_admin', 'superadmin'];
  for (const [height, role] of all.entries()) {
    expect(all.map((wanted) => includesRole(role, wanted))).toEqual(all.map((_, needed) => height >= needed));
  }
});
