import { canonicalDois } from '#src/records/publications/store/publications.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parseOrcidId } from '#src/vocabulary/identifiers/orcid-id.ts';
import { foldForSearch } from '#src/vocabulary/text/fold.ts';
import { curatedPublications } from './curated-publications.ts';
import type { ListQuery } from './model/query.ts';
import type { ListNames } from './model/spec.ts';
import { curatedPeople } from './people.ts';

type AlsoFound = NonNullable<ListQuery<ListNames & { equal: keyof typeof noValues }>['alsoFound']>;

const noValues = { orcid_id: [], container_title: [], publisher: [] };

/** A shorter text is part of too many names. */
const minLength = 2;

/** A name of more people than this says nothing about a publication. */
const maxPeople = 100;

const maxPrefixed = 500;

/**
 * The publications that a search finds by other than title and authors: by DOI or its beginning, by ORCID iD, journal
 * and publisher, and by any name of a linked person.
 */
export async function foundElsewhere(q: string, locale: string | undefined): Promise<AlsoFound> {
  const text = foldForSearch(q, 'en');
  if (text.length < minLength) return { equals: noValues, ids: new Set() };
  const orcid = parseOrcidId(q);
  const [ids, people] = await Promise.all([doisOf(q), orcid === undefined ? peopleNamed(q, locale) : [orcid]]);
  const named = { containing: text };
  return { equals: { orcid_id: people, container_title: named, publisher: named }, ids };
}

async function doisOf(q: string): Promise<Set<string>> {
  const doi = parseDoi(q);
  const begun = (doi ?? q.trim().toLowerCase()).replace(/^https?:\/\/(dx\.)?doi\.org\//, '');
  if (!/^10\.\d{4}/.test(begun)) return new Set();
  const [beginning, canonical] = await Promise.all([
    curatedPublications.idsBeginning(begun, maxPrefixed, 0),
    doi === undefined ? new Map<string, string>() : canonicalDois([doi]),
  ]);
  return new Set([...canonical.values(), ...beginning]);
}

async function peopleNamed(q: string, locale: string | undefined): Promise<string[]> {
  const query = { page: 1, per_page: maxPeople, q, locale, sort: 'name', dir: 'asc', where: [] } as const;
  const { rows, total } = await curatedPeople.find(query, 0);
  return total > maxPeople ? [] : rows.map(({ orcid }) => orcid);
}
