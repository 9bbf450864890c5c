import { expect, test } from '@jest/globals';
import { groupInParts, withJournalAsGroup, withoutJoining } from '#src/matching/names/groups.ts';

test.each([
  ['for the', 'Clay Trial Team', 'Clay Trial Team'],
  ['For The', 'Potsherd Atlas', 'Potsherd Atlas'],
  ['on behalf of the', 'Oven Survey', 'Oven Survey'],
  ['on behalf of', 'Oven Working Group', 'Oven Working Group'],
  ['and the', 'GLAZE Investigators', 'GLAZE Investigators'],
  ['and members of the', 'Pot Consortium', 'Pot Consortium'],
  ['members of the', 'Oven Expedition', 'Oven Expedition'],
  ['The', 'Clay Registry', 'The Clay Registry'],
  ['CLAY', 'Collaboration', 'CLAY Collaboration'],
  ['The Clay', 'Study Group', 'The Clay Study Group'],
  ['for the Clay', 'Consortium', 'Clay Consortium'],
  ['Ann', 'Press', undefined],
  ['For', 'Li', undefined],
  ['Ann', 'Group', undefined],
  ['Thé', 'Nguyen', undefined],
  ['Andrew', 'Forthe', undefined],
  ['With', 'Kiln', undefined],
  [null, 'Kiln', undefined],
])('%j and %j are the group %j', (given, family, group) => {
  expect(groupInParts({ given, family })).toBe(group);
});

test.each([
  ['on behalf of the Clay Trial Group', 'Clay Trial Group'],
  ['and the Oven Consortium', 'Oven Consortium'],
  ['for the Love of Pots', 'for the Love of Pots'],
  ['Forthe Clay Institute', 'Forthe Clay Institute'],
  ['Clay Institute', 'Clay Institute'],
])('%j is the group %j', (written, group) => {
  expect(withoutJoining(written)).toBe(group);
});

test.each([
  ['The', 'Potter', null, null],
  [null, 'Potter', null, null],
  ['Ann', 'Potter', null, 'Potter'],
  ['The', 'Potter', '0000-0002-1825-0097', 'Potter'],
])(
  'the author %j %j with the iD %j has the family name %j where the journal is The Potter',
  (given, family, orcid, kept) => {
    const author = { name: [given, family].filter(Boolean).join(' '), given, family, orcid, affiliations: [] };
    expect(withJournalAsGroup([author], [null, 'The Potter'])[0]?.family).toBe(kept);
  },
);
