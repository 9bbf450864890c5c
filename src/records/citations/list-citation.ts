import * as z from 'zod';
import { peopleAt } from '#src/matching/link.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import { isRetracting, Notice, standingNotices } from '#src/vocabulary/integrity.ts';
import { defaultLocale } from '#src/vocabulary/locale.ts';
import type { RelationType } from '#src/vocabulary/relation.ts';
import { shownPages } from '#src/vocabulary/text/pages.ts';
import { shownAuthors, shownEntries } from '../publications/author-names.ts';
import { type ListCitation, styleNames } from '../publications/list-citation.ts';
import { authorsOf, type PublicationRecord, shownRelations } from '../publications/publication.ts';
import { isPublic } from '../publications/publicity.ts';
import { type Citation, citationOf } from './csl.ts';
import { textOfRuns } from './runs.ts';
import { styles } from './styles.ts';

const maxAuthors = 30;
const maxAuthorBytes = 8_000;
const maxVersionBytes = 2_000;
const maxFieldLength = 300;
const maxTextLength = 1_500;

const versionTypes: ReadonlySet<RelationType> = new Set([
  'is-preprint-of',
  'has-preprint',
  'is-version-of',
  'has-version',
  'is-identical-to',
]);

/** The citation of a publication in lists. */
export function listCitation(record: PublicationRecord): ListCitation {
  const people = peopleAt(record.researchers, 'authors');
  return citedInLists(citationOf(record, defaultLocale), authorsOf(record), people, isPublic(record));
}

/** A citation in the form of lists. `linked`: the people of the registry by their position among the authors. */
export function citedInLists(
  citation: Citation,
  authors: Author[],
  linked: ReadonlyMap<number, string>,
  is_public: boolean,
): ListCitation {
  const { publication } = citation;
  const { data, is_retracted } = publication;
  return {
    version: 1,
    is_public,
    authors: authorsIn(authors, linked),
    author_count: authors.length,
    container_title: field(data.container_title),
    volume: field(data.volume),
    issue: field(data.issue),
    pages: field(typeof data.pages === 'string' ? shownPages(data.pages) : data.pages),
    article_number: field(data.article_number),
    publisher: field(data.publisher),
    open_access: { status: publication.open_access_status, url: webAddress(publication.enriched_metadata?.oa_url) },
    retraction: is_retracted ? retractionIn(data.integrity) : null,
    versions: shownEntries(
      shownRelations(publication).filter(({ type }) => versionTypes.has(type)),
      0,
      maxVersionBytes,
    ),
    texts: textsOf(citation),
  };
}

function authorsIn(authors: Author[], linked: ReadonlyMap<number, string>): ListCitation['authors'] {
  const first = [...linked.keys()].sort((one, other) => one - other).slice(0, maxAuthors);
  const shown = shownAuthors(authors, first, 0, maxAuthors).map((author, index) => {
    const researcher = linked.get(author.position ?? index) ?? null;
    return {
      name: cut(author.name, maxFieldLength),
      given: field(author.given),
      family: field(author.family),
      suffix: field(author.suffix),
      orcid: field(author.orcid) ?? researcher,
      position: author.position ?? null,
      researcher,
    };
  });
  return shownEntries(shown, 0, maxAuthorBytes);
}

function retractionIn(integrity: unknown): ListCitation['retraction'] {
  const notices = standingNotices(z.array(Notice).catch([]).parse(integrity)).filter(isRetracting);
  return { date: notices[0]?.date ?? null, doi: notices[0]?.doi ?? null };
}

function textsOf(citation: Citation): ListCitation['texts'] {
  const texts = styleNames.map((name) => [name, cut(textOfRuns(styles[name](citation)), maxTextLength)]);
  return Object.fromEntries(texts) as ListCitation['texts'];
}

/** Editors can set any value, so those that are no texts are left out. */
const field = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? cut(value.trim(), maxFieldLength) : null;

const webAddress = (value: unknown): string | null => {
  const written = typeof value === 'string' && value.length <= maxTextLength ? URL.parse(value) : null;
  return written && /^https?:$/.test(written.protocol) ? written.href : null;
};

const cut = (value: string, length: number) =>
  value.length <= length ? value : `${value.slice(0, length - 1).toWellFormed()}…`;
