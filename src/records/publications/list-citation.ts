import * as z from 'zod';
import { OpenAccessStatus } from '#src/vocabulary/open-access-status.ts';
import { Relation } from '#src/vocabulary/relation.ts';

/** The styles of citations in lists. */
export const styleNames = ['apa', 'harvard', 'vancouver'] as const;
export type StyleName = (typeof styleNames)[number];

const text = z.string().nullable();

/** An author in a list. */
const ListAuthor = z.object({
  name: z.string(),
  given: text,
  family: text,
  suffix: text,
  orcid: text,
  /** The position among all authors; null where it is the index. */
  position: z.int().nullable(),
  /** The person of the registry who the author is. */
  researcher: text,
});

/** Raise it when the content changes its meaning: older ones are then made again from their record. */
const version = 1;

/**
 * All that is needed to cite a publication, which lists add on request. It is stored beside the record, so that lists
 * need not read records, and bounded, so that a page of them fits into a response.
 */
export const ListCitation = z.object({
  version: z.literal(version),
  /** Whether the record is public, because a list may be older than it. */
  is_public: z.boolean(),
  /** The first ones and those who are people of the registry. */
  authors: z.array(ListAuthor),
  author_count: z.int(),
  container_title: text,
  volume: text,
  issue: text,
  pages: text,
  article_number: text,
  publisher: text,
  open_access: z.object({ status: OpenAccessStatus.nullable(), url: text }),
  /** The date and DOI of the notice, if they are known; null if it is not retracted. */
  retraction: z.object({ date: text, doi: text }).nullable(),
  versions: z.array(Relation),
  /** The whole citation in each style, as plain text. */
  texts: z.record(z.enum(styleNames), z.string()),
});
export type ListCitation = z.output<typeof ListCitation>;
