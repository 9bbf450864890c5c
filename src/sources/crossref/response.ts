import * as z from 'zod';
import { lenient, nonNegative, text, texts, validElements } from '../fields/response-fields.ts';

const date = lenient(z.unknown());
const label = lenient(z.union([z.string(), z.number().transform(String)]));

/** An author or contributor. */
export const CrossrefContributor = z.looseObject({
  given: text,
  family: text,
  suffix: text,
  name: text,
  ORCID: text,
  role: validElements(z.looseObject({ role: text, vocabulary: text })),
  affiliation: validElements(
    z.looseObject({ name: text, place: texts, id: validElements(z.looseObject({ id: z.string(), 'id-type': text })) }),
  ),
});

const Funder = z.looseObject({
  name: text,
  DOI: text,
  id: validElements(z.looseObject({ id: z.string() })),
  award: texts,
  'award-info': validElements(z.looseObject({ 'award-number': texts })),
});

/** The project of a grant: https://www.crossref.org/documentation/schema-library/markup-guide-record-types/grants/ */
const Project = z.looseObject({
  'project-title': validElements(z.looseObject({ title: z.string() })),
  'project-description': validElements(z.looseObject({ description: z.string(), language: text })),
  'lead-investigator': validElements(CrossrefContributor),
  'co-lead-investigator': validElements(CrossrefContributor),
  investigator: validElements(CrossrefContributor),
  'award-start': validElements(z.unknown()),
  funding: validElements(z.looseObject({ funder: lenient(Funder) })),
});

const Institution = z.looseObject({ name: text, place: texts });

const Update = z.looseObject({ DOI: z.string(), type: z.string(), source: text, updated: date });

/** The fields used of https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md#work. */
export const CrossrefRecord = z.looseObject({
  DOI: z.string(),
  prefix: text,
  aliases: texts,
  type: text,
  subtype: text,
  degree: texts,
  title: texts,
  subtitle: texts,
  'original-title': texts,
  author: validElements(CrossrefContributor),
  editor: validElements(CrossrefContributor),
  translator: validElements(CrossrefContributor),
  chair: validElements(CrossrefContributor),
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
  institution: z.preprocess((value) => (Array.isArray(value) ? value : [value]), validElements(Institution)),
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
  'issn-type': validElements(z.looseObject({ value: z.string(), type: z.string() })),
  ISBN: texts,
  abstract: text,
  language: text,
  license: validElements(z.looseObject({ URL: z.string(), 'content-version': text, start: date })),
  subject: texts,
  funder: validElements(Funder),
  award: text,
  project: validElements(Project),
  resource: lenient(z.looseObject({ primary: lenient(z.looseObject({ URL: text })) })),
  URL: text,
  'is-referenced-by-count': lenient(nonNegative),
  'update-to': validElements(Update),
  'updated-by': validElements(Update),
  relation: lenient(z.record(z.string(), validElements(z.looseObject({ id: z.string() })))),
});
export type CrossrefRecord = z.output<typeof CrossrefRecord>;

/** The answer for a DOI. */
export const CrossrefAnswer = z.looseObject({ 'message-type': z.literal('work'), message: CrossrefRecord });
