import * as z from 'zod';
import { OwnAuthor, ownAuthors } from '../domain/publications/own-authors.ts';
import type { PublicationRecord } from '../domain/publications/publication.ts';
import { Institution } from '../proposals/domain/employment.ts';
import { env } from '../runtime/env.ts';

export const OwnAuthors = z.array(OwnAuthor).meta({
  description: "The institution's own authors: those affiliated with it, and people of the registry; at most 1,000",
});

/** The authors who are the own of the institution in the settings. */
export const ownAuthorsOf = (record: PublicationRecord): OwnAuthor[] =>
  ownAuthors(record, Institution.parse(JSON.parse(env('INSTITUTION'))).ror);
