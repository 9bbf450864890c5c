import * as z from 'zod';
import { type Author, type Bibliography, emptyBibliography } from '../domain/values/bibliography.ts';
import { parseDoi } from '../domain/values/doi.ts';
import { fromDateParts, yearOf } from '../domain/values/partial-date.ts';
import { distinctRelations, inverseOf, type Relation, type RelationType } from '../domain/values/relation.ts';
import { env } from '../runtime/env.ts';
import { fetchJson, type Patience } from './http.ts';
import { languageTag } from './language.ts';
import {
  count,
  distinctTexts,
  firstText,
  lenient,
  listOf,
  orcidOrNull,
  textOrNull,
  texts,
  webUrl,
} from './response-fields.ts';
import { type SourceAnswer, SourceAnswerMalformed, SourceUnavailable } from './source.ts';

const text = lenient(z.string());
const date = lenient(z.unknown());

const Contributor = z.looseObject({
  given: text,
  family: text,
  suffix: text,
  name: text,
  ORCID: text,
  affiliation: listOf(z.looseObject({ name: z.string() })),
});

const Update = z.looseObject({ DOI: z.string(), type: z.string() });

/** https://github.com/CrossRef/rest-api-doc/blob/master/api_format.md#work, the fields that are used. */
const Work = z.looseObject({
  DOI: z.string(),
  aliases: texts,
  type: text,
  title: texts,
  subtitle: texts,
  author: listOf(Contributor),
  editor: listOf(Contributor),
  published: date,
  issued: date,
  'published-print': date,
  'published-online': date,
  'published-other': date,
  posted: date,
  approved: date,
  'container-title': texts,
  publisher: text,
  volume: text,
  issue: text,
  'journal-issue': lenient(z.looseObject({ issue: text })),
  page: text,
  'article-number': text,
  ISSN: texts,
  ISBN: texts,
  abstract: text,
  language: text,
  license: listOf(z.looseObject({ URL: z.string(), 'content-version': text })),
  subject: texts,
  funder: listOf(z.looseObject({ name: text, DOI: text, award: texts })),
  resource: lenient(z.looseObject({ primary: lenient(z.looseObject({ URL: text })) })),
  URL: text,
  'is-referenced-by-count': lenient(count),
  'update-to': listOf(Update),
  'updated-by': listOf(Update),
  relation: lenient(z.record(z.string(), listOf(z.looseObject({ id: z.string() })))),
});
type Work = z.output<typeof Work>;

const Answer = z.looseObject({ 'message-type': z.literal('work'), message: Work });

/**
 * Reads a DOI from Crossref; undefined if it is unknown there. Throws as fetchJson does, and SourceAnswerMalformed if
 * the response is not a record of this DOI.
 */
export async function readWork(doi: string, patience: Patience = {}): Promise<SourceAnswer<'crossref'> | undefined> {
  const email = env('SOURCES_CONTACT_EMAIL');
  const { status, body, redirected } = await fetchJson('crossref', {
    path: `/works/${encodeURIComponent(doi)}`,
    query: email ? { mailto: email } : {},
    ...patience,
  });
  if (status === 404) return undefined;
  if (status !== 200) throw new SourceUnavailable('crossref', `answered ${status}`, { status });
  const answer = Answer.safeParse(body);
  if (!answer.success) {
    throw new SourceAnswerMalformed('crossref', 'returned an invalid work', { cause: answer.error });
  }
  const work = answer.data.message;
  const held = parseDoi(work.DOI);
  const known = held === doi || redirected || work.aliases.some((alias) => parseDoi(alias) === doi);
  if (held === undefined || !known) throw new SourceAnswerMalformed('crossref', 'returned a different work');
  return {
    source: 'crossref',
    doi: held,
    bibliography: bibliographyOf(work, held),
    raw: (body as { message: unknown }).message,
  };
}

function bibliographyOf(work: Work, doi: string): Bibliography {
  const title = firstText(work.title);
  const date = citationDate(work);
  return {
    ...emptyBibliography,
    title: title?.text ?? null,
    title_html: title?.html ?? null,
    subtitle: firstText(work.subtitle)?.text ?? null,
    authors: work.author.flatMap(contributor),
    editors: work.editor.flatMap(contributor),
    publication_date: date,
    publication_year: yearOf(date),
    publication_type: work.type?.trim().toLowerCase() || null,
    container_title: firstText(work['container-title'])?.text ?? null,
    publisher: textOrNull(work.publisher),
    volume: textOrNull(work.volume),
    issue: textOrNull(work.issue ?? work['journal-issue']?.issue),
    pages: textOrNull(work.page),
    article_number: textOrNull(work['article-number']),
    issn: distinctTexts(work.ISSN),
    isbn: distinctTexts(work.ISBN.map((isbn) => isbn.replace(/^.*\/isbn\//i, ''))),
    abstract: abstractOf(work.abstract),
    language: languageTag(work.language) ?? null,
    license_url: licenseOf(work),
    subjects: distinctTexts(work.subject),
    funders: work.funder.flatMap(({ name, DOI, award }) => {
      const printed = textOrNull(name);
      return printed ? [{ name: printed, doi: (DOI && parseDoi(DOI)) ?? null, awards: distinctTexts(award) }] : [];
    }),
    relations: relationsOf(work, doi),
    url: webUrl(work.resource?.primary?.URL) ?? webUrl(work.URL),
    cited_by_count: work['is-referenced-by-count'] ?? null,
    is_retracted: isRetracted(work, doi),
  };
}

/**
 * The date to cite. Crossref computes `published` and `issued` as the earliest deposited date; the others are fallbacks.
 * `created` and `deposited` are dates of the metadata, not of the publication.
 */
function citationDate(work: Work): string | null {
  const dates = [
    work.published,
    work.issued,
    work['published-print'],
    work['published-online'],
    work['published-other'],
    work.posted,
    work.approved,
  ];
  return dates.map(fromDateParts).find((found) => found !== null) ?? null;
}

/**
 * Whether the work was retracted. `updated-by` lists the notices about this work. `update-to` lists the works that this
 * work is a notice about, so only an entry with its own DOI counts. Null if unknown.
 */
function isRetracted(work: Work, doi: string): boolean | null {
  const own = work['update-to'].filter((update) => parseDoi(update.DOI) === doi);
  const notices = [...work['updated-by'], ...own];
  if (notices.length === 0) return null;
  return notices.some(({ type }) => retractions.has(type.trim().toLowerCase()));
}

/** https://www.crossref.org/documentation/crossmark/version-control-corrections-and-retractions/ */
const retractions = new Set(['retraction', 'withdrawal', 'removal']);
const corrections = new Set(['correction', 'corrigendum', 'erratum', 'err', 'clarification']);
const newVersions = new Set(['new_version', 'new_edition']);

/** What a notice of this type does to the work that it updates. Undefined for notices that are only related to it. */
function updateRelation(type: string): RelationType | undefined {
  const update = type.trim().toLowerCase();
  if (retractions.has(update)) return 'retracts';
  if (corrections.has(update)) return 'corrects';
  return newVersions.has(update) ? 'is-version-of' : undefined;
}

/**
 * The relations of https://www.crossref.org/documentation/schema-library/markup-guide-metadata-segments/relationships/
 * between versions, parts, supplements and reviews. Those that say the same have one name.
 */
const relationTypes: Record<string, RelationType> = {
  'is-preprint-of': 'is-preprint-of',
  'has-preprint': 'has-preprint',
  'is-version-of': 'is-version-of',
  'has-version': 'has-version',
  'is-manuscript-of': 'is-version-of',
  'has-manuscript': 'has-version',
  replaces: 'is-version-of',
  'is-replaced-by': 'has-version',
  'is-identical-to': 'is-identical-to',
  'is-same-as': 'is-identical-to',
  'is-part-of': 'is-part-of',
  'has-part': 'has-part',
  'is-supplement-to': 'is-supplement-to',
  'is-supplemented-by': 'is-supplemented-by',
  'is-review-of': 'is-review-of',
  'has-review': 'has-review',
};

function relationsOf(work: Work, doi: string): Relation[] {
  const stated = Object.entries(work.relation ?? {}).flatMap(([name, targets]) =>
    targets.map(({ id }) => ({ type: relationTypes[name], identifier: id })),
  );
  const updated = work['update-to'].map((update) => ({ type: updateRelation(update.type), identifier: update.DOI }));
  const notices = work['updated-by'].map(({ type, DOI }) => {
    const done = updateRelation(type);
    return { type: done && inverseOf(done), identifier: DOI };
  });
  return distinctRelations(doi, [...updated, ...notices, ...stated]);
}

function contributor({ given, family, suffix, name, ORCID, affiliation }: z.output<typeof Contributor>): Author[] {
  const person = { given: textOrNull(given), family: textOrNull(family) };
  const printed =
    person.given || person.family
      ? [person.given, person.family, textOrNull(suffix)].filter(Boolean).join(' ')
      : textOrNull(name);
  if (!printed) return [];
  return [
    {
      name: printed,
      ...person,
      orcid: orcidOrNull(ORCID),
      affiliations: distinctTexts(affiliation.map((a) => a.name)),
    },
  ];
}

/** The abstract without a heading such as "Abstract". */
function abstractOf(jats: string | null | undefined): string | null {
  return textOrNull(jats?.replace(/^\s*<(jats:)?title>\s*(abstract|summary)[\s.:]*<\/\1title>/i, ''));
}

/** The licence for readers, preferably of the version of record. Text-mining licences are ignored. */
function licenseOf({ license }: Work): string | null {
  const offered = license.filter((one) => one['content-version'] !== 'tdm' && !/\btdm\b/i.test(one.URL));
  const of = (version: string) => offered.find((one) => (one['content-version'] ?? 'unspecified') === version);
  return webUrl((of('vor') ?? of('unspecified') ?? of('am'))?.URL);
}
