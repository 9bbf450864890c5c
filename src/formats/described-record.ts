import * as z from 'zod';
import { peopleAt } from '#src/matching/link.ts';
import { shownAuthors } from '#src/records/publications/author-names.ts';
import { authorsOf, type Publication, type PublicationRecord } from '#src/records/publications/publication.ts';
import { Author, Bibliography } from '#src/vocabulary/bibliography.ts';
import { shownPages } from '#src/vocabulary/text/pages.ts';

const { funders, issn_types, license_url } = Bibliography.shape;
const text = z.string().trim().min(1).nullable().catch(null);
const texts = z.array(z.string().trim().min(1)).catch([]);

/** The members of `data` in metadata formats. Editors can set any value, so invalid ones are left out. */
const DescribedFields = z.object({
  abstract: text,
  language: text,
  publisher: text,
  publication_subtype: text,
  container_title: text,
  series_title: text,
  volume: text,
  issue: text,
  pages: text.transform((pages) => pages && shownPages(pages)),
  article_number: text,
  edition: text,
  event_title: text,
  event_place: text,
  event_date: text,
  arxiv_id: text,
  license: text,
  license_url: license_url.catch(null),
  subjects: texts,
  issn: texts,
  issn_types: issn_types.catch([]),
  isbn: texts,
  raids: texts,
  funders: funders.catch([]),
  editors: z.array(Author).catch([]),
});

/** An author with the iD of the researcher that they are matched to, if the source has none. */
export type NamedAuthor = Pick<
  Author,
  'name' | 'given' | 'family' | 'suffix' | 'orcid' | 'affiliations' | 'credit_roles'
>;

/** The values that metadata formats state about a publication: texts are trimmed, and missing ones are null. */
export interface DescribedRecord extends z.output<typeof DescribedFields> {
  /** The title in all its languages (BCP 47); undefined where the language is not known. */
  titles: { language: string | undefined; text: string }[];
  /** The first 1,000 and every linked researcher. */
  authors: NamedAuthor[];
}

export function describedRecord(record: PublicationRecord, { title, data }: Publication): DescribedRecord {
  const fields = DescribedFields.parse(data);
  const linked = peopleAt(record.researchers, 'authors');
  const authors = authorsOf(record).map((author, position) => ({
    ...author,
    orcid: author.orcid ?? linked.get(position) ?? null,
  }));
  return {
    ...fields,
    titles: titlesOf(title, fields.language),
    authors: shownAuthors(
      authors,
      record.researchers.map(({ author_position }) => author_position),
    ),
  };
}

function titlesOf(title: Publication['title'], language: string | null): DescribedRecord['titles'] {
  if (title === null) return [];
  if (typeof title === 'string') return title.trim() ? [{ language: language ?? undefined, text: title }] : [];
  return Object.entries(title).flatMap(([tag, text]) =>
    text.trim() ? [{ language: tag === 'und' ? undefined : tag, text }] : [],
  );
}

/** "Carberry, Josiah", or the name of a group. */
export function invertedName({ name, given, family, suffix }: NamedAuthor): string {
  if (!family) return name;
  return [family, given, suffix].filter(Boolean).join(', ');
}
