import { beforeEach } from '@jest/globals';
import { affiliationsOf } from '#src/records/people/store/affiliations.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
import { captureLog } from '../support/log.ts';
import { storePerson } from '../support/people.ts';

// A person with affiliations, for their tests. Importing this registers its hooks.

captureLog();
export const now = new Date('2026-01-31T12:00:00Z');
export const context = { actor: 'user:curator@example.org', now, requestId: 'r1' };
export const member = { entity_id: 'primary_entity', status: 'primary_entity' as const };
export const external = { entity_id: 'primary_entity', status: 'external' as const };
export const open = async () => (await affiliationsOf(carberry)).filter(({ ends_at }) => ends_at === null);

beforeEach(async () => {
  await freshTable();
  await storePerson(carberry, 'Josiah', 'Carberry');
});
