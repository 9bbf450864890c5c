import * as z from 'zod';
import { JournalStatement, type StatingSource, statingSources } from './statements.ts';

/** A statement that names an ISSN, with the publication from which it is known. */
const KnownStatement = JournalStatement.extend({
  /** The publication. When it says something else, the statement goes. */
  doi: z.string(),
  /** When the registry first knew it, in milliseconds since the epoch. */
  since: z.int(),
});
export type KnownStatement = z.output<typeof KnownStatement>;

/** Statements of sources about an ISSN. */
export const IssnRecord = z.object({
  issn: z.string(),
  /** The most trusted first, then the oldest. */
  statements: z.array(KnownStatement),
  version: z.int(),
});
export type IssnRecord = z.output<typeof IssnRecord>;

/** Limits of statements, so that nobody's leave no room for others'. */
const maxStatements = 40;
const maxOfOne = 5;

const rankOf = ({ source }: { source: StatingSource }) => statingSources.indexOf(source);
const byTrust = (one: KnownStatement, other: KnownStatement) => rankOf(one) - rankOf(other) || one.since - other.since;

const contentOf = ({ source, registrant, issns, issn_l, title, publisher, is_in_doaj }: JournalStatement) =>
  JSON.stringify([source, registrant, issns, issn_l, title, publisher, is_in_doaj]);

/** Who makes a statement: several of the same are one. */
const authorOf = ({ source, registrant }: JournalStatement) => `${source} ${registrant ?? ''}`;

/**
 * The statements about an ISSN after a publication makes these and none of those that it made before. The same array
 * if nothing changes.
 */
export function withStatements(
  known: readonly KnownStatement[],
  { doi, made, now }: { doi: string; made: readonly JournalStatement[]; now: Date },
): readonly KnownStatement[] {
  const contents = new Set(made.map(contentOf));
  const kept = known.filter((each) => each.doi !== doi || contents.has(contentOf(each)));
  const before = new Set(kept.map(contentOf));
  const added = made.flatMap((each) => (before.has(contentOf(each)) ? [] : { ...each, doi, since: now.getTime() }));
  if (added.length === 0 && kept.length === known.length) return known;
  const after = bounded([...kept, ...added].sort(byTrust));
  return JSON.stringify(after) === JSON.stringify(known) ? known : after;
}

/** Of OpenAlex, which has one current description, the newest stay; of others, the oldest. */
function bounded(statements: readonly KnownStatement[]): KnownStatement[] {
  const counts = new Map<string, number>();
  const ofOne = (each: KnownStatement) => {
    const count = (counts.get(authorOf(each)) ?? 0) + 1;
    counts.set(authorOf(each), count);
    return count <= maxOfOne;
  };
  const newest = statements.filter(isOfOpenAlex).reverse().filter(ofOne).reverse();
  return [...newest, ...statements.filter((each) => !isOfOpenAlex(each)).filter(ofOne)].slice(0, maxStatements);
}

const isOfOpenAlex = ({ source }: JournalStatement) => source === 'openalex';

/** A journal: everything that sources say of one or several ISSNs that belong together. */
export interface Journal {
  /** The linking ISSN, or else the first of its ISSNs. */
  id: string;
  issn_l: string | null;
  /** Sorted. */
  issns: string[];
  title: string | null;
  /** All forms of its title, each with the sources that have it. */
  titles: { title: string; sources: StatingSource[] }[];
  publisher: string | null;
  is_in_doaj: boolean | null;
}

type Statements = (issn: string) => readonly KnownStatement[];

/** The ISSNs that statements about an ISSN name beside it. */
export const namedWith = (issn: string, statements: readonly KnownStatement[]): string[] => [
  ...new Set(statements.flatMap(({ issns }) => issns).filter((each) => each !== issn)),
];

/**
 * Whether two ISSNs are of one journal. OpenAlex, which has them from the ISSN centres, decides if it knows one of them.
 * Otherwise nobody can take an ISSN of others: the most trusted sources that name one of them must be a single registrant
 * that names both, or two of Crossref's registrants must name both.
 */
function isLinked(one: string, other: string, statements: Statements): boolean {
  const about = [...statements(one), ...statements(other)];
  const names = ({ issns }: JournalStatement) => issns.includes(one) && issns.includes(other);
  const current = [statements(one), statements(other)].flatMap((each) => each.findLast(isOfOpenAlex) ?? []);
  if (current.length > 0) return current.every(names);
  const best = Math.min(...about.map(rankOf));
  const trusted = about.filter((each) => rankOf(each) === best);
  const [first] = trusted;
  if (!first || first.source === 'orcid') return false;
  const linking = new Set(trusted.filter(names).map(authorOf));
  const all = new Set(trusted.map(authorOf));
  return linking.size > 0 && (all.size === 1 || (first.source === 'crossref' && linking.size > 1));
}

/** More ISSNs are not of one journal. */
const maxMembers = 20;

/** The ISSNs of the journal with one of them, sorted. */
export function issnsOfJournal(issn: string, statements: Statements): string[] {
  const members = new Set([issn]);
  for (const member of members) {
    for (const other of namedWith(member, statements(member))) {
      if (members.size < maxMembers && !members.has(other) && isLinked(member, other, statements)) members.add(other);
    }
  }
  return [...members].sort();
}

/** The journal with an ISSN. Undefined if no source says anything of it. */
export function journalOf(issn: string, statements: Statements): Journal | undefined {
  const issns = issnsOfJournal(issn, statements);
  const all = [...new Map(issns.flatMap(statements).map((each) => [contentOf(each), each])).values()].sort(byTrust);
  if (all.length === 0) return undefined;
  // OpenAlex's current description first.
  const current = all.findLast(isOfOpenAlex);
  const ordered = current ? [current, ...all.filter((each) => !isOfOpenAlex(each))] : all;
  const issn_l = ordered.map((each) => each.issn_l).find((each) => each !== null && issns.includes(each)) ?? null;
  const title = titleOf(ordered);
  const titled = ordered.filter((each) => each.title === title);
  return {
    id: issn_l ?? issns[0] ?? issn,
    issn_l,
    issns,
    title,
    titles: titleForms(all),
    publisher: [...titled, ...ordered].map(({ publisher }) => publisher).find((each) => each !== null) ?? null,
    is_in_doaj: current?.is_in_doaj ?? null,
  };
}

/** Of the most trusted source, the title that most registrants use, or else the one known longest. */
function titleOf(ordered: readonly KnownStatement[]): string | null {
  const titled = ordered.filter(({ title }) => title !== null);
  const [first] = titled;
  if (!first) return null;
  const best = titled.filter((each) => rankOf(each) === rankOf(first));
  const users = (title: string | null) => new Set(best.filter((each) => each.title === title).map(authorOf)).size;
  return best.reduce((chosen, each) => (users(each.title) > users(chosen.title) ? each : chosen), first).title;
}

const maxTitles = 20;

function titleForms(statements: readonly KnownStatement[]): Journal['titles'] {
  const forms = new Map<string, Set<StatingSource>>();
  for (const { title, source } of statements) {
    if (title !== null) forms.set(title, (forms.get(title) ?? new Set()).add(source));
  }
  return [...forms].slice(0, maxTitles).map(([title, sources]) => ({ title, sources: [...sources] }));
}
