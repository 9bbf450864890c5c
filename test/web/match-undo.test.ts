import { expect, test } from '@jest/globals';
import { undoDecisions } from '../../web/src/data/match-undo.ts';

const orcid = '0000-0002-1825-0097';
const author = (position: number) => ({ author_position: position, editor_position: null, name: `Author ${position}` });
const place = (position: number | null) => ({ orcid, author_position: position, editor_position: null });
const decision = {
  accepted: null,
  rejected: [],
  is_none: false,
  in_force: true,
  decided_at: 0,
  actor_id: null,
};

test('a decision about one author is taken back alone, whoever was rejected before', () => {
  const made = { ...place(2), decision: 'reject' as const };
  expect(undoDecisions(null, made)).toEqual([{ ...place(2), decision: 'undo' }]);
  expect(undoDecisions({ ...decision, rejected: [author(1)] }, made)).toEqual([{ ...place(2), decision: 'undo' }]);
});

test('who was accepted before is accepted again', () => {
  const made = { ...place(2), decision: 'accept' as const };
  expect(undoDecisions({ ...decision, accepted: author(0) }, made)).toEqual([{ ...place(0), decision: 'accept' }]);
});

test('taking back that somebody is no author links them again, with what was decided before', () => {
  const made = { ...place(null), decision: 'not_an_author' as const };
  expect(undoDecisions({ ...decision, rejected: [author(1)] }, made)).toEqual([
    { ...place(null), decision: 'undo' },
    { ...place(1), decision: 'reject' },
  ]);
});

test('taking back that it is none of them leaves those rejected who were before', () => {
  const made = { ...place(null), decision: 'reject' as const };
  const gone = { author_position: null, editor_position: null, name: 'Gone' };
  expect(undoDecisions({ ...decision, accepted: author(0), rejected: [author(1), gone] }, made)).toEqual([
    { ...place(null), decision: 'undo' },
    { ...place(1), decision: 'reject' },
    { ...place(0), decision: 'accept' },
  ]);
});
