import { getPerson } from '#src/records/people/store/people.ts';
import { type Outputs, outputsOfPeople, outputsOfPublications, outputsOfSome } from '../support/public-outputs.ts';
import { type Entry, entriesOf } from './entries-fixture.ts';
import { readRoute } from './routes-fixture.ts';
import type { VictimKey, World } from './victim-fixture.ts';

/** All entries of the victim in some outputs, by output, address and subject. */
export type Shown = Map<string, { output: string; texts: string[] }>;

interface Answer {
  entries: Map<string, Entry[]>;
  rest: string;
}

/**
 * Reads the outputs of a table that nobody changes meanwhile. Each address is read once, with all its pages, however many
 * victims it shows.
 */
export class Reading {
  readonly #answers = new Map<string, Promise<Answer>>();

  /** The entries about a victim's publications in all outputs, and everything at the victim's own addresses. */
  async shown(
    { word, dois, people }: World,
    victim: readonly VictimKey[],
    isRead: (output: string) => boolean,
  ): Promise<Shown> {
    const all = victim.map((key) => dois[key]);
    const orcids = [people.victim.orcid, people.coauthor.orcid];
    const slugs = await Promise.all(orcids.map(async (orcid) => (await getPerson(orcid))?.slug ?? orcid));
    const subjects = { word, dois: all, orcids, slugs, projects: [] };
    const own = [...all, ...orcids, ...slugs];
    const shown: Shown = new Map();
    const outputs: Outputs = {
      ...outputsOfPublications(subjects),
      ...outputsOfSome(subjects),
      ...outputsOfPeople(subjects),
    };
    for (const [name, output] of Object.entries(outputs)) {
      if (!isRead(name)) continue;
      await output(async (url) => {
        const { entries, rest } = await this.#answer(url);
        const isOwn = own.some((each) => url.includes(each));
        const found = isOwn ? [...entries.keys()] : own.filter((each) => entries.has(each));
        for (const of of found)
          shown.set(`${name} ${url} ${of}`, {
            output: name,
            texts: (entries.get(of) ?? []).map(({ text }) => text).toSorted(),
          });
        if (isOwn) shown.set(`${name} ${url}`, { output: name, texts: [rest] });
        return found.flatMap((of) => (entries.get(of) ?? []).map(({ text }) => text)).join('');
      });
    }
    return shown;
  }

  #answer(url: string): Promise<Answer> {
    const known = this.#answers.get(url);
    if (known) return known;
    const reading = readAll(url);
    this.#answers.set(url, reading);
    return reading;
  }
}

/** Reads all pages of an address. */
async function readAll(url: string): Promise<Answer> {
  const entries: Entry[] = [];
  let rest = '';
  for (let next: string | undefined = firstPage(url); next; ) {
    const { text, next: linked } = await readRoute(next);
    const page = entriesOf(url, text);
    entries.push(...page.entries);
    rest += page.rest;
    // Files of publications and works have no pages by number.
    next = /include=works.*&format=/.test(url) ? linked : nextPage(next, text, page.entries.length);
  }
  return { entries: Map.groupBy(url.includes('/changes?') ? distinct(entries) : entries, ({ of }) => of), rest };
}

/** A change may be told again, as when a person is renamed whose name is not shown. */
const distinct = (entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [`${entry.of} ${entry.text}`, entry])).values(),
];

const firstPage = (url: string) => (url === '/v1/embed' ? '/v1/embed?limit=500&skip=0' : url);

/** The address of the next page, if there may be one. */
function nextPage(url: string, text: string, count: number): string | undefined {
  const token = /<resumptionToken[^>]*>([^<]+)<\/resumptionToken>/.exec(text)?.[1];
  if (token !== undefined) return `${url.replace(/&.*$/, '')}&resumptionToken=${encodeURIComponent(token)}`;
  const cursor = /"cursor":"([^"]+)","has_more":true/.exec(text)?.[1];
  if (cursor !== undefined) return `${url.replace(/&cursor=.*$/, '')}&cursor=${encodeURIComponent(cursor)}`;
  const skip = /&skip=(\d+)$/.exec(url)?.[1];
  if (skip !== undefined && count === 500) return url.replace(/\d+$/, String(Number(skip) + 500));
  if (!/per_page=100/.test(url) || count < 100) return undefined;
  const [, page] = /&page=(\d+)$/.exec(url) ?? [];
  return page === undefined ? `${url}&page=2` : url.replace(/\d+$/, String(Number(page) + 1));
}

export interface Difference {
  output: string;
  where: string;
  before: string[];
  after: string[];
}

/** Where two readings differ. */
export const differences = (before: Shown, after: Shown): Difference[] =>
  [...new Map([...after, ...before])].flatMap(([where, { output }]) => {
    const [was, is] = [before.get(where)?.texts ?? [], after.get(where)?.texts ?? []];
    return was.join('\n') === is.join('\n') ? [] : [{ output, where, before: was, after: is }];
  });
