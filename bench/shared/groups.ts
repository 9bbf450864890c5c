import type { GroupCounting, GroupFilter } from '#src/lists/model/query.ts';
import { dayNumber, daysOfDate } from '#src/records/groups/days.ts';
import { GroupRow } from '#src/records/groups/group.ts';
import { groupCondition } from '#src/records/groups/group-condition.ts';
import { groupDays } from '#src/records/groups/group-days.ts';
import { groupsOf, groupsOfPerson } from '#src/records/groups/groups-of.ts';
import {
  type GroupKnowledge,
  type GroupOptions,
  groupKnowledge,
  type MembershipPeriod,
} from '#src/records/groups/knowledge.ts';
import { GroupMemberRow } from '#src/records/groups/member.ts';
import type { GroupPlace } from '#src/records/groups/tree.ts';
import { rowFromTable } from './mix.ts';

/** An institution: 33 faculties of 300 people, each with 10 departments of 14 groups, and 20,000 memberships. */
const [faculties, departments, teams] = [33, 10, 14];
const people = 9_900;
const membershipsOfEach = 2;
const authorsOfEach = 4;

export const institution: { places: GroupPlace[]; members: Map<string, MembershipPeriod[]>; faculties: string[] } = {
  places: [],
  members: new Map(),
  faculties: [],
};

const always = { starts_at: null, ends_at: null };
const place = (id: string, parent?: string): GroupPlace => ({
  id,
  ...always,
  parents: parent === undefined ? [] : [{ id: parent, ...always }],
  taken_over_by: null,
});
for (let faculty = 0; faculty < faculties; faculty++) {
  institution.faculties.push(`f${faculty}`);
  institution.places.push(place(`f${faculty}`));
  for (let department = 0; department < departments; department++) {
    institution.places.push(place(`f${faculty}-${department}`, `f${faculty}`));
    for (let team = 0; team < teams; team++)
      institution.places.push(place(`f${faculty}-${department}-${team}`, `f${faculty}-${department}`));
  }
}

const hash = (number: number) => Math.imul(number ^ (number >>> 15), 0x2c1b3c6d) >>> 0;
const personOf = (number: number) =>
  `0000-0001-${String(number)
    .padStart(8, '0')
    .replace(/(.{4})$/, '-$1')}`;

for (let person = 0; person < people; person++) {
  const ofTeam = (n: number): MembershipPeriod => {
    const team = hash(person * 7 + n) % (departments * teams);
    const group_id = `f${person % faculties}-${Math.floor(team / teams)}-${team % teams}`;
    // One in four left or came in a year of the publications.
    const year = Date.UTC(2014 + (hash(person + n) % 12), 6, 1);
    const [left, came] = [hash(person * 3 + n) % 8 === 0, hash(person * 3 + n) % 8 === 1];
    return { group_id, is_primary: n === 0, starts_at: came ? year : null, ends_at: left ? year : null };
  };
  institution.members.set(
    personOf(person),
    Array.from({ length: membershipsOfEach }, (_, n) => ofTeam(n)),
  );
}

const written = { created_at: 1, updated_at: 1, changed: 1 };
const dayOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString().slice(0, 10));

/** The row of the nth group. */
export function groupRowFromTable(index: number): GroupRow {
  const { id, parents } = institution.places[index] ?? place('missing');
  const days = { starts_at: null, ends_at: null };
  return GroupRow.parse({
    ...{ id, name: `Group ${id}`, kind: 'team', ror: null, homepage: null, external_id: null, printed_names: [] },
    ...{ visible: true, deleted_at: null, taken_over_by: null, ...days, ...written, version: 1 },
    parents: parents.map((parent) => ({ id: parent.id, ...days })),
  });
}

/** The row of the nth member. */
export function memberRowFromTable(index: number): GroupMemberRow {
  const orcid = personOf(index);
  return GroupMemberRow.parse({
    ...{ id: orcid, orcid, staff_id: null, name: null, changed: 1, updated_at: 1 },
    memberships: (institution.members.get(orcid) ?? []).map(({ group_id, is_primary, starts_at, ends_at }, n) => ({
      ...{ id: `${orcid}-${n}`, group_id, is_primary, starts_at: dayOf(starts_at), ends_at: dayOf(ends_at) },
      ...{ role: null, source: 'import', import_id: 'autumn', created_at: 1, updated_at: 1 },
    })),
  });
}

/** Four people of all faculties wrote each publication. */
const authorsOf = (index: number): string[] => [
  ...new Set(Array.from({ length: authorsOfEach }, (_, n) => personOf(hash(index * authorsOfEach + n) % people))),
];

/** The row of the nth synthetic publication, of people of the institution. */
export const groupedRowFromTable = (index: number, publications: number) =>
  Object.assign(rowFromTable(index, publications), { orcids: authorsOf(index) });

/** All that is known of some groups, with memberships of its own, as lists make them of their rows. */
export const knownInstitution = (places = institution.places): GroupKnowledge =>
  groupKnowledge(
    places,
    new Map([...institution.members].map(([orcid, memberships]) => [orcid, memberships.map((each) => ({ ...each }))])),
    new Map(),
  );

export const groupOptions: GroupOptions = {
  basis: 'at_publication',
  primary: false,
  subgroups: true,
  today: dayNumber(Date.UTC(2026, 0, 1)),
  monthsAfter: 0,
};

/** A filter that nothing is kept of. */
export const ofGroup = (knowledge: GroupKnowledge, id: string): GroupFilter => ({
  of: groupCondition(knowledge, [id], groupOptions),
});

/** A GroupCounting of the whole institution. */
export const countingIn = (knowledge: GroupKnowledge): GroupCounting => ({
  days: groupDays(knowledge, groupOptions),
  groupsOf: (output) => groupsOf(output, knowledge, groupOptions),
  groupsOfPerson: (output, orcid) => groupsOfPerson(output, orcid, knowledge, groupOptions),
  any: () => groupCondition(knowledge, knowledge.tree.keys(), { ...groupOptions, subgroups: false }),
});

/** The days of a publication as numbers, for a database; null without a date. */
export const daysOf = (date: string | null): { first_day: number | null; last_day: number | null } => {
  const [first_day = null, last_day = null] = daysOfDate(date) ?? [];
  return { first_day, last_day };
};
