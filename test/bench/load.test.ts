import { describe, expect, it } from '@jest/globals';
import { byTarget, countFaults, type Entry, latestFault } from '../../bench/load/ledger.ts';
import { publicQueries, type Request, requestsOf, type Scale, shortageOf } from '../../bench/load/requests.ts';

const scale: Scale = {
  target: {
    baseUrl: 'http://base',
    dashboardUrl: 'http://dashboard',
    apiKey: 'prk',
    installationKey: 'pri',
    memberToken: 'token',
  },
  publications: 400,
  ingestedDois: Array.from({ length: 40 }, (_, index) => `10.5555/drill.${index}`),
  connections: 4,
  seed: 1,
};
const queries = publicQueries(10);
const firstOf = (connection: number, count: number): Request[] => {
  const requests = requestsOf(scale, queries, connection);
  return Array.from({ length: count }, () => requests.next().value);
};
const targetOf = ({ write }: Request) => write && ('publication' in write ? write.publication : write.person);

describe('the requests of a load', () => {
  it('are the same for the same seed, and of every kind', () => {
    expect(firstOf(1, 50)).toEqual(firstOf(1, 50));
    expect(new Set(firstOf(0, 1_000).map(({ kind }) => kind)).size).toBe(15);
  });

  it('write to targets that no other connection writes to, and each value once', () => {
    const all = [0, 1, 2, 3].map((connection) => firstOf(connection, 400));
    const targets = all.map((requests) => new Set(requests.map(targetOf).filter((id) => id !== undefined)));
    expect(targets.reduce((sum, { size }) => sum + size, 0)).toBe(new Set(targets.flatMap((ids) => [...ids])).size);
    const values = all.flat().flatMap(({ write }) => (write && 'value' in write ? [write.value] : []));
    expect(values.length).toBeGreaterThan(100);
    expect(new Set(values).size).toBe(values.length);
  });

  it('need a publication, a person and a work for each connection', () => {
    expect(shortageOf(scale)).toBeUndefined();
    expect(shortageOf({ ...scale, connections: 11 })).toBe('--publications must be at least 440 for 11 connections');
    expect(shortageOf({ ...scale, ingestedDois: [] })).toBe('--works must be at least 4');
  });
});

describe('what a ledger of writes says', () => {
  const [done, unknown] = [true, false].map((isAcknowledged) => (value: string) => ({ value, isAcknowledged })) as [
    (value: string) => { value: string; isAcknowledged: boolean },
    (value: string) => { value: string; isAcknowledged: boolean },
  ];

  it.each([
    ['all are there once', [done('a'), unknown('b')], ['b', 'a'], []],
    ['one without an acknowledgement is not there', [done('a'), unknown('b')], ['a'], []],
    ['an acknowledged one is lost', [done('a')], [], ['a was acknowledged and is lost']],
    ['an acknowledged one is doubled', [done('a')], ['a', 'a'], ['a is there 2 times']],
    ['one without an acknowledgement is doubled', [unknown('a')], ['a', 'a'], ['a is there 2 times']],
    ['one is there that was refused', [done('a')], ['a', 'x'], ['nobody has written x']],
  ])('counted: %s', (_, written, kept, faults) => {
    expect(countFaults(written, kept)).toEqual(faults);
  });

  it.each([
    ['the last acknowledged one', [done('a'), done('b')], 'b', undefined],
    ['a later one without an acknowledgement', [done('a'), unknown('b')], 'b', undefined],
    ['not the later one', [done('a'), unknown('b')], 'a', undefined],
    ['nothing of those without an acknowledgement', [unknown('a')], 'before', undefined],
    ['an older one', [done('a'), done('b')], 'a', 'shows a, not b'],
    ['an older one without an acknowledgement', [unknown('a'), done('b')], 'a', 'shows a, not b'],
    ['the value of before', [done('a'), unknown('b')], 'before', 'shows before, not a or b'],
  ])('shown: %s', (_, written, shown, fault) => {
    expect(latestFault(written, shown, 'before')).toBe(fault);
  });

  it('is sorted by target, in the order of sending', () => {
    const entry = (publication: string, value: string): Entry => ({
      kind: 'edit',
      publication,
      value,
      isAcknowledged: true,
    });
    const ledger = [entry('one', 'a'), entry('two', 'b'), entry('one', 'c')];
    const found = byTarget(ledger, 'edit');
    expect([...found].map(([id, entries]) => [id, entries.map(({ value }) => value)])).toEqual([
      ['one', ['a', 'c']],
      ['two', ['b']],
    ]);
    expect(byTarget(ledger, 'name').size).toBe(0);
  });
});
