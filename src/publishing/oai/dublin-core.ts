import { describedRecord, invertedName } from '#src/formats/described-record.ts';
import { element, type Markup, type MarkupContent } from '#src/records/citations/markup.ts';
import { typeNamesOf } from '#src/records/citations/types.ts';
import type { Publication, PublicationRecord } from '#src/records/publications/publication.ts';
import { shownRelations } from '#src/records/publications/publication.ts';
import { type ThesisSubtype, thesisDegree } from '#src/records/publications/theses.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { isOpenAccess } from '#src/vocabulary/open-access-status.ts';

/** The type in the vocabulary of info:eu-repo, by CSL's: https://wiki.surfnet.nl/display/standards/info-eu-repo */
const semantics: Record<string, string> = {
  'article-journal': 'article',
  'article-magazine': 'contributionToPeriodical',
  'article-newspaper': 'contributionToPeriodical',
  article: 'preprint',
  book: 'book',
  chapter: 'bookPart',
  'entry-dictionary': 'bookPart',
  'entry-encyclopedia': 'bookPart',
  'paper-conference': 'conferenceObject',
  speech: 'lecture',
  report: 'report',
  review: 'review',
  'review-book': 'bookReview',
  patent: 'patent',
};

/** The vocabulary has no thesis without a degree. */
const theses: Record<ThesisSubtype, string> = {
  'doctoral-thesis': 'doctoralThesis',
  'masters-thesis': 'masterThesis',
  'bachelors-thesis': 'bachelorThesis',
  'licentiate-thesis': 'other',
};

function semanticsOf(type: string | null, subtype: string | null): string {
  const degree = thesisDegree(type, subtype);
  return (degree ? theses[degree] : semantics[typeNamesOf(type).csl]) ?? 'other';
}

/** Simple Dublin Core in the container of OAI-PMH: http://www.openarchives.org/OAI/2.0/oai_dc.xsd */
export function dublinCore(record: PublicationRecord, publication: Publication): Markup {
  const { doi, publication_date, publication_year, publication_type, open_access_status } = publication;
  const said = describedRecord(record, publication);
  const dc = (name: string, content: MarkupContent, language?: string) =>
    content ? element(`dc:${name}`, { 'xml:lang': language }, content) : undefined;
  const all = (name: string, contents: readonly string[]) => contents.map((content) => dc(name, content));
  const access = open_access_status && (isOpenAccess(open_access_status) ? 'openAccess' : 'closedAccess');
  return element(
    'oai_dc:dc',
    {
      'xmlns:oai_dc': 'http://www.openarchives.org/OAI/2.0/oai_dc/',
      'xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation':
        'http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    },
    said.titles.map(({ text, language }) => dc('title', text, language)),
    all('creator', said.authors.map(invertedName)),
    all('contributor', said.editors.map(invertedName)),
    all('subject', said.subjects),
    dc('description', said.abstract),
    dc('publisher', said.publisher),
    dc('date', publication_date ?? publication_year),
    dc('type', `info:eu-repo/semantics/${semanticsOf(publication_type, said.publication_subtype)}`),
    dc('type', publication_type),
    dc('identifier', doiUrl(doi)),
    all(
      'identifier',
      said.isbn.map((isbn) => `urn:isbn:${isbn}`),
    ),
    dc('source', sourceOf(said)),
    all(
      'source',
      said.issn.map((issn) => `ISSN ${issn}`),
    ),
    dc('language', said.language),
    all(
      'relation',
      shownRelations(publication).map((relation) => doiUrl(relation.doi)),
    ),
    dc('rights', access && `info:eu-repo/semantics/${access}`),
    dc('rights', said.license_url ?? said.license),
  );
}

/** "Journal of Kilns, 12(3), 45–67" */
function sourceOf({ container_title, volume, issue, pages, article_number }: ReturnType<typeof describedRecord>) {
  if (container_title === null) return null;
  const number = volume === null ? issue && `(${issue})` : `${volume}${issue === null ? '' : `(${issue})`}`;
  return [container_title, number, pages ?? article_number].filter(Boolean).join(', ');
}
