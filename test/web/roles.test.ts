import { expect, test } from '@jest/globals';
import { withBelow } from '../../web/src/data/groups/tree.ts';
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
  const stewardships = ['library', 'press_office'].map((workspace_id) => ({ workspace_id, group_id: 'clay' }));
  expect(roleIn('press_office', { ...rights, stewardships })).toBe('steward');
  expect(roleIn('library', { ...rights, stewardships })).toBe('workspace_admin');
});

test('each role includes those below it', () => {
  const all: (Role | undefined)[] = [undefined, 'steward', 'workspace_member', 'workspace_admin', 'superadmin'];
  for (const [height, role] of all.entries()) {
    expect(all.map((wanted) => includesRole(role, wanted))).toEqual(all.map((_, needed) => height >= needed));
  }
});

test('a steward reaches what belongs to their groups today, and what these have taken over', () => {
  const place = (id: string, parent_ids: string[] = [], taken_over_by: string | null = null) => ({
    id,
    parent_ids,
    taken_over_by,
  });
  const tree = [place('faculty'), place('glass', ['faculty']), place('kilns', ['glass', 'other']), place('other')];
  const all = [...tree, place('closed', [], 'kilns'), place('left')];
  expect([...withBelow(['glass'], all)].sort()).toEqual(['closed', 'glass', 'kilns']);
  expect([...withBelow([], all)]).toEqual([]);
});
