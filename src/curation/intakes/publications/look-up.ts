import { curatedPublications } from '#src/lists/curated-publications.ts';
import { curatedWorks } from '#src/lists/works.ts';
import { type Comparable, comparableOf } from '#src/records/likeness/comparable.ts';
import { compare } from '#src/records/likeness/compare.ts';
import type { ComparedRecord } from '#src/records/likeness/pair.ts';
import { anyVenue, blocksOf, isBook, isIsbnKey, withoutVenue } from './comparing.ts';

/** An entry to look for. */
export interface Sought {
  index: number;
  comparable: Comparable;
  identifiers: readonly string[];
}

/** Records of the registry that an entry may be. */
export interface FoundRecords {
  /** The record that has one of its identifiers. */
  identified: Map<number, ComparedRecord>;
  /** Records that are alike by what lists say of them, likeliest first. */
  alike: Map<number, ComparedRecord[]>;
}

/** Entries compared per block, and records per entry. */
const maxPerBlock = 64;
const maxAlike = 8;

/**
 * Looks for many entries in one pass through the lists of all publications and works: those with an identifier of theirs, and
 * similar ones. The lists are read once, however many entries there are.
 */
export async function lookUp(all: readonly Sought[]): Promise<FoundRecords> {
  const byIdentifier = new Map<string, number[]>();
  const byBlock = new Map<string, Sought[]>();
  for (const sought of all) {
    for (const key of sought.identifiers) byIdentifier.set(key, [...(byIdentifier.get(key) ?? []), sought.index]);
    for (const block of blocksOf(sought.comparable)) {
      const known = byBlock.get(block);
      if (!known) byBlock.set(block, [sought]);
      else if (known.length < maxPerBlock) known.push(sought);
    }
  }
  const bare = new Map(all.map((each) => [each.index, withoutVenue(each.comparable, each.identifiers)]));
  const identified = new Map<number, ComparedRecord>();
  const scored = new Map<number, { record: ComparedRecord; score: number }[]>();
  const see = (record: ComparedRecord, comparable: Comparable, identifiers: readonly string[], type: string | null) => {
    for (const key of identifiers) {
      if (isIsbnKey(key) && !isBook(type)) continue;
      // Of several, the publication: it has been read first.
      for (const index of byIdentifier.get(key) ?? []) if (!identified.has(index)) identified.set(index, record);
    }
    const met = new Set(blocksOf(comparable).flatMap((block) => byBlock.get(block) ?? []));
    for (const { index } of met) {
      const other = bare.get(index);
      const likeness = other && compare(other, comparable);
      if (likeness) scored.set(index, [...(scored.get(index) ?? []), { record, score: likeness.score }]);
    }
  };
  const linesOf = (text: string) => (text === '' ? [] : text.split('\n'));
  await curatedPublications.visitRows((row) => {
    if (row.deleted_at !== null || row.superseded_by !== null) return;
    const { doi, title, publication_year: year, publication_type: type, orcids } = row;
    const identifiers = linesOf(row.identifiers);
    const described = {
      doi,
      title,
      subtitle: null,
      year,
      authors: linesOf(row.author_names),
      venue: anyVenue,
      type,
      orcids,
    };
    const entry = { ids: identifiers.filter((key) => !isIsbnKey(key)), date: null, enteredBy: null };
    see({ kind: 'publication', id: doi }, { ...comparableOf(described), entry }, identifiers, type);
  }, 0);
  await curatedWorks.visitRows((row) => {
    if (row.deleted_at !== null) return;
    const { id, title, publication_year: year, work_type: type, orcid } = row;
    const identifiers = linesOf(row.identifiers);
    const orcids = row.orcids ?? (orcid === '' ? [] : [orcid]);
    const authors = linesOf(row.author_names);
    const described = { doi: null, title, subtitle: null, year, authors, venue: anyVenue, type, orcids };
    const entry = { ids: identifiers.filter((key) => !isIsbnKey(key)), date: null, enteredBy: null };
    see({ kind: 'work', id }, { ...comparableOf(described), entry }, identifiers, type);
  }, 0);
  const alike = new Map(
    [...scored].map(([index, found]) => [
      index,
      found
        .sort((one, other) => other.score - one.score)
        .slice(0, maxAlike)
        .map(({ record }) => record),
    ]),
  );
  return { identified, alike };
}
