import * as z from 'zod';
import { Institution } from '#src/records/people/employment.ts';
import { OwnAuthor, ownAuthors } from '#src/records/publications/own-authors.ts';
import type { PublicationRecord } from '#src/records/publications/publication.ts';
import { env } from '#src/runtime/env.ts';

export const OwnAuthors = z.array(OwnAuthor).meta({
  description: "The institution's own authors: those affiliated with it, and people of the registry; at most 1,000",
});

/** The authors who are the own of the institution in the settings. */
export const ownAuthorsOf = (record: PublicationRecord): OwnAuthor[] =>
  ownAuthors(record, Institution.parse(JSON.parse(env('INSTITUTION'))).ror);
