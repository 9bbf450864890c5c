import * as z from 'zod';
import { authorsOf, merged, type Publication, type PublicationRecord } from '../domain/publication.ts';
import { Author } from '../domain/values/bibliography.ts';
import { doiUrl } from '../domain/values/doi.ts';
import { inLocale } from '../domain/values/locale.ts';
import { fromIsoDate, yearOf } from '../domain/values/partial-date.ts';
import { type CslType, namesOf } from './types.ts';

/** A person by their names, or a group as a literal. */
export type CslName = { family: string; given?: string } | { literal: string };

/** An item of CSL-JSON 1.0.2, of its members those that the registry fills. A member without a value is left out. */
export interface CslItem {
  id: string;
  type: CslType;
  title?: string;
  author?: CslName[];
  editor?: CslName[];
  issued?: { 'date-parts': [number[]] };
  'container-title'?: string;
  publisher?: string;
  volume?: string;
  issue?: string;
  page?: string;
  ISSN?: string;
  ISBN?: string;
  DOI: string;
  URL: string;
  abstract?: string;
  language?: string;
  keyword?: string;
  status?: string;
  note?: string;
}

/** A publication as it is cited: what every format is written from. */
export interface Citation {
  item: CslItem;
  publication: Publication;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they have no place in any of the formats
const clean = (value: string) => value.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, ' ').trim();

const text = z.string().transform(clean).pipe(z.string().min(1)).optional().catch(undefined);
const texts = z.array(z.string()).catch([]);
const people = z.array(Author).catch([]);

/** The members of `data` that are cited. An editor may have set any of them to anything: what cannot be cited is not. */
const Cited = z.object({
  subtitle: text,
  editors: people,
  container_title: text,
  publisher: text,
  volume: text,
  issue: text,
  pages: text,
  article_number: text,
  issn: texts,
  isbn: texts,
  abstract: text,
  language: text,
  subjects: texts,
  url: text,
});

/** What a retracted publication says of itself in every format. */
const retracted = 'Retracted';

/** The citation of a publication, its title in a locale. */
export function citationOf(record: PublicationRecord, locale: string): Citation {
  const publication = merged(record);
  const { doi, publication_type, is_retracted } = publication;
  const cited = Cited.parse(publication.data);
  const item: { [Member in keyof CslItem]: CslItem[Member] | undefined } = {
    id: doi,
    type: namesOf(publication_type).csl,
    title: titleOf(publication, cited.subtitle, locale),
    author: names(authorsOf(record)),
    editor: names(cited.editors),
    issued: issuedOf(publication),
    'container-title': cited.container_title,
    publisher: cited.publisher,
    volume: cited.volume,
    issue: cited.issue,
    // Styles print the number of an article where they would print its pages.
    page: cited.pages ?? cited.article_number,
    ISSN: list(cited.issn),
    ISBN: list(cited.isbn),
    DOI: doi,
    URL: cited.url ?? doiUrl(doi),
    abstract: cited.abstract,
    language: cited.language,
    keyword: list(cited.subjects),
    ...(is_retracted && { status: 'retracted', note: retracted }),
  };
  const said = Object.entries(item).filter(([, value]) => value !== undefined);
  return { item: Object.fromEntries(said) as unknown as CslItem, publication }; // the same less undefined members
}

/** The title in the locale. A subtitle is in the language of the original only, so translations go without. */
function titleOf({ title, data }: Publication, subtitle: string | undefined, locale: string): string | undefined {
  const shown = clean(inLocale(title, locale) ?? '');
  if (!shown) return subtitle;
  const original = typeof title === 'string' ? title : (title?.[String(data.language)] ?? title?.und);
  const isWhole = subtitle === undefined || shown.toLowerCase().includes(subtitle.toLowerCase());
  if (isWhole || shown !== clean(original ?? '')) return shown;
  return /[?!.]$/.test(shown) ? `${shown} ${subtitle}` : `${shown.replace(/\s*:$/, '')}: ${subtitle}`;
}

function names(authors: Author[]): CslName[] | undefined {
  const named = authors.flatMap((author): CslName[] => {
    const [family, given] = [clean(author.family ?? ''), clean(author.given ?? '')];
    if (family) return [{ family, ...(given && { given }) }];
    const literal = clean(author.name);
    return literal ? [{ literal }] : [];
  });
  return named.length > 0 ? named : undefined;
}

/** As much of the date as there is; the year alone where an editor has set one that is not the date's. */
function issuedOf({ publication_date, publication_year }: Publication): CslItem['issued'] {
  const date = fromIsoDate(publication_date);
  const parts = date?.split('-').map(Number);
  if (parts && (publication_year === null || yearOf(date) === publication_year)) return { 'date-parts': [parts] };
  return publication_year === null ? undefined : { 'date-parts': [[publication_year]] };
}

function list(values: string[]): string | undefined {
  const said = values.map(clean).filter(Boolean);
  return said.length > 0 ? said.join(', ') : undefined;
}
