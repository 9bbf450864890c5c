import { deflateRawSync, inflateRawSync } from 'node:zlib';
import type { ListCitation } from '../list-citation.ts';

/** The order of the packed values. `satisfies` finds what is missing. */
const fields = Object.keys({
  version: 0,
  is_public: 0,
  author_count: 0,
  container_title: 0,
  volume: 0,
  issue: 0,
  pages: 0,
  article_number: 0,
  publisher: 0,
  open_access: 0,
  retraction: 0,
  versions: 0,
  texts: 0,
} satisfies Record<Exclude<keyof ListCitation, 'authors'>, 0>) as Exclude<keyof ListCitation, 'authors'>[];

type ListAuthor = ListCitation['authors'][number];
const authorFields = Object.keys({
  name: 0,
  given: 0,
  family: 0,
  suffix: 0,
  orcid: 0,
  position: 0,
  researcher: 0,
} satisfies Record<keyof ListAuthor, 0>) as (keyof ListAuthor)[];

/** A citation in as few bytes as possible, because every write of a publication pays for them: values without names. */
export function packCitation(citation: ListCitation): Uint8Array {
  const authors = citation.authors.map((author) => authorFields.map((field) => author[field]));
  return deflateRawSync(JSON.stringify([authors, ...fields.map((field) => citation[field])]));
}

/** The content of a packed citation, which other code may have packed. */
export function unpackCitation(packed: Uint8Array): Record<string, unknown> {
  const [authors, ...values]: unknown[] = JSON.parse(inflateRawSync(packed).toString());
  const read = Array.isArray(authors) ? authors.map((author) => named(authorFields, author)) : undefined;
  return { ...named(fields, values), authors: read };
}

function named(names: readonly string[], values: unknown): Record<string, unknown> {
  const known = Array.isArray(values) ? values : [];
  return Object.fromEntries(names.map((name, index) => [name, known[index]]));
}
