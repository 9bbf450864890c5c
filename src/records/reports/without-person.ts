import type { CslItem, CslName } from '../citations/csl.ts';
import { citedIndexOf, type ReportItem } from './report-item.ts';

/** Whether anything in a value names an iD. */
export const mentionsPerson = (value: unknown, orcid: string): boolean => JSON.stringify(value).includes(orcid);

/** A value of JSON with a pseudonym in place of each iD of a person. */
export const withPseudonym = <Value>(value: Value, orcid: string, pseudonym: string): Value =>
  mentionsPerson(value, orcid) ? JSON.parse(JSON.stringify(value).replaceAll(orcid, pseudonym)) : value;

/** An item of a run without an erased person: their name becomes a pseudonym, and their iD is gone. Nothing else changes. */
export function itemWithout(item: ReportItem, orcid: string, pseudonym: string): ReportItem {
  if (!mentionsPerson(item, orcid)) return item;
  const own = item.own_authors.filter((author) => author.orcid === orcid);
  const listed = (item.csl.custom?.orcids ?? []).filter((each) => each.orcid === orcid);
  const names = new Set([...own, ...listed].map(({ name }) => name));
  const cited = new Set(own.flatMap(({ position }) => citedIndexOf(item, position) ?? []));
  const without = {
    ...item,
    csl: cslWithout(item.csl, { orcid, pseudonym, names, cited }),
    own_authors: item.own_authors.map((author) =>
      author.orcid === orcid ? { ...author, orcid: null, name: pseudonym } : author,
    ),
    other_people: item.other_people.map((person) =>
      person.orcid === orcid ? { ...person, orcid: pseudonym, name: pseudonym } : person,
    ),
  };
  // An address may have the iD, too, as that of a work on their ORCID record has.
  return withPseudonym(without, orcid, pseudonym);
}

interface Erased {
  orcid: string;
  pseudonym: string;
  /** As printed. */
  names: ReadonlySet<string>;
  /** Their places among the authors. */
  cited: ReadonlySet<number>;
}

function cslWithout(csl: CslItem, { orcid, pseudonym, names, cited }: Erased): CslItem {
  const { custom } = csl;
  const isTheirs = (name: CslName) => names.has(printed(name));
  const rename = (all: CslName[] | undefined, isNamed: (name: CslName, at: number) => boolean) =>
    all?.map((name, at): CslName => (isNamed(name, at) ? { literal: pseudonym } : name));
  const author = rename(csl.author, (name, at) => cited.has(at) || isTheirs(name));
  const [editor, translator, chair] = [csl.editor, csl.translator, csl.chair].map((all) => rename(all, isTheirs));
  return {
    ...csl,
    ...(author && { author }),
    ...(editor && { editor }),
    ...(translator && { translator }),
    ...(chair && { chair }),
    ...(custom && {
      custom: {
        ...custom,
        ...(custom.orcids && { orcids: custom.orcids.filter((each) => each.orcid !== orcid) }),
        ...(custom.credit && {
          credit: custom.credit.map((each) => (names.has(each.name) ? { ...each, name: pseudonym } : each)),
        }),
      },
    }),
  };
}

const printed = (name: CslName): string =>
  'literal' in name ? name.literal : [name.given, name.family].filter(Boolean).join(' ');
