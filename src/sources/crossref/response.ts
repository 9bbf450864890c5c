import * as z from 'zod';
import { count, lenient, listOf, text, texts } from '../fields/response-fields.ts';

const date = lenient(z.unknown());
const label = lenient(z.union([z.string(), z.number().transform(String)]));

/** An author or contributor. */
export const Contributor = z.looseObject({
  given: text,
  family: text,
  suffix: text,
  name: text,
  ORCID: text,
  role: listOf(z.looseObject({ role: text, vocabulary: text })),
  affiliation: listOf(
    z.looseObject({ name: text, place: texts, id: listOf(z.looseObject({ id: z.string(), 'id-type': text })) }),
  ),
});

const Funder = z.looseObject({
  name: text,
  DOI: text,
  id: listOf(z.looseObject({ id: z.string() })),
  award: texts,
  'award-info': listOf(z.looseObject({ 'award-number': texts })),
});

/** The project of a grant: https://www.crossref.org/documentation/schema-library/markup-guide-record-types/grants/ */
const Project = z.looseObject({
  'project-title': listOf(z.looseObject({ title: z.string() })),
  'project-description': listOf(z.looseObject({ description: z.string(), language: text })),
  'lead-investigator': listOf(Contributor),
  'co-lead-investigator': listOf(Contributor),
  investigator: listOf(Contributor),
  'award-start': listOf(z.unknown()),
  funding: listOf(z.looseObject({ funder: lenient(Funder) })),
});

const Institution = z.looseObject({ name: text, place: texts });

const Update = z.looseObject({ DOI: z.string(), type: z.string(), source: text, updated: date });

/** The fields used of https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md#work. */
export const Work = z.looseObject({
  DOI: z.string(),
  prefix: text,
  aliases: texts,
  type: text,
  subtype: text,
  degree: texts,
  title: texts,
  subtitle: texts,
  'original-title': texts,
  author: listOf(Contributor),
  editor: listOf(Contributor),
  translator: listOf(Contributor),
  chair: listOf(Contributor),
  published: date,
  issued: date,
  'published-print': date,
  'published-online': date,
  'published-other': date,
  posted: date,
  approved: date,
  created: date,
  'container-title': texts,
  'short-container-title': texts,
  'group-title': text,
  // Older answers have a single one outside a list.
  institution: z.preprocess((value) => (Array.isArray(value) ? value : [value]), listOf(Institution)),
  'standards-body': lenient(z.looseObject({ name: text })),
  event: lenient(z.looseObject({ name: text, location: text, start: date })),
  publisher: text,
  'publisher-location': text,
  'edition-number': label,
  version: lenient(z.union([z.string(), z.looseObject({ version: z.string() }).transform(({ version }) => version)])),
  volume: text,
  issue: text,
  'journal-issue': lenient(z.looseObject({ issue: text })),
  page: text,
  'article-number': text,
  ISSN: texts,
  'issn-type': listOf(z.looseObject({ value: z.string(), type: z.string() })),
  ISBN: texts,
  abstract: text,
  language: text,
  license: listOf(z.looseObject({ URL: z.string(), 'content-version': text, start: date })),
  subject: texts,
  funder: listOf(Funder),
  award: text,
  project: listOf(Project),
  resource: lenient(z.looseObject({ primary: lenient(z.looseObject({ URL: text })) })),
  URL: text,
  'is-referenced-by-count': lenient(count),
  'update-to': listOf(Update),
  'updated-by': listOf(Update),
  relation: lenient(z.record(z.string(), listOf(z.looseObject({ id: z.string() })))),
});
export type Work = z.output<typeof Work>;

/** The answer for a DOI. */
export const Answer = z.looseObject({ 'message-type': z.literal('work'), message: Work });
