import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { Fragment } from 'react';
import type { ReadPublication } from '../../data/publication.ts';
import { AccessMark } from '../../data/publication-line.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { isolate } from '../../text/isolate.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { languageOf } from './fields.ts';

type Publication = ReadPublication['publication'];

interface Author {
  name: string;
  position?: number;
}

const mostAuthors = 12;

/** Who has published what, where and when, as a reader would cite it. Authors who are researchers lead to their page. */
export function Citation({ publication }: { publication: Publication }) {
  const t = useText();
  const { number } = useFormat();
  const names = useVocabulary();
  const { merged, author_count, cited_by_count, open_access_status, publication_type, doi_url, id } = publication;
  const authors = (Array.isArray(merged.data.authors) ? merged.data.authors : []) as Author[];
  const more = author_count - Math.min(authors.length, mostAuthors);
  return (
    <div className="citation">
      {authors.length > 0 && (
        <p className="citation-authors">
          {authors.slice(0, mostAuthors).map((author, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two authors may have one name
            <Fragment key={index}>
              {index > 0 && ', '}
              <AuthorName publication={publication} author={author} position={author.position ?? index} />
            </Fragment>
          ))}
          {more > 0 && <span className="fine"> {t('publication.moreAuthors', { count: more })}</span>}
        </p>
      )}
      <Venue publication={publication} />
      <p className="citation-facts">
        <a href={doi_url} target="_blank" rel="noreferrer">
          {id}
          <ExternalLink aria-hidden size={12} />
        </a>
        <span>{names.type(publication_type)}</span>
        <AccessMark status={open_access_status} />
        {cited_by_count != null && (
          <span>
            {number(cited_by_count)} {t('publications.mark.citations', { count: cited_by_count })}
          </span>
        )}
      </p>
    </div>
  );
}

function AuthorName({ publication, author, position }: { publication: Publication; author: Author; position: number }) {
  const researcher = publication.researchers.find(
    // Of two who are matched to one author, neither is complete, and nobody knows who it is.
    ({ author_position, match_state }) => author_position === position && match_state === 'complete',
  );
  if (!researcher) return <bdi>{author.name}</bdi>;
  return (
    <Link to="/people/$orcid" params={{ orcid: researcher.orcid }}>
      <bdi>{author.name}</bdi>
    </Link>
  );
}

/** The journal or book with volume, issue and pages, the publisher, and the date. */
function Venue({ publication: { merged, publication_date } }: { publication: Publication }) {
  const { partialDate } = useFormat();
  const text = (name: string) => {
    const value = merged.data[name];
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const [venue, volume, issue, pages, publisher] = ['container_title', 'volume', 'issue', 'pages', 'publisher'].map(
    text,
  );
  const place = [
    volume && `${volume}${issue ? `(${issue})` : ''}`,
    pages ?? text('article_number'),
    publisher !== venue ? publisher : undefined,
    publication_date && partialDate(publication_date),
  ].filter((part): part is string => Boolean(part));
  if (!venue && place.length === 0) return null;
  return (
    <p className="citation-venue">
      {venue && <em>{isolate(venue)}</em>}
      {venue && place.length > 0 && ', '}
      {joinTexts(place)}
    </p>
  );
}

const shortAbstract = 600;

/** The abstract, of which the rest opens. */
export function Abstract({ publication }: { publication: Publication }) {
  const t = useText();
  const names = useVocabulary();
  const { abstract } = publication.merged.data;
  if (typeof abstract !== 'string' || abstract === '') return null;
  const end = abstract.length < shortAbstract * 1.3 ? abstract.length : wordEnd(abstract);
  return (
    <section className="abstract" aria-labelledby="abstract">
      <h2 id="abstract">{names.field('abstract')}</h2>
      <p className="prose" lang={languageOf(publication)}>
        {abstract.slice(0, end)}
      </p>
      {end < abstract.length && (
        <details className="more-text">
          <summary>{t('publication.moreText')}</summary>
          <p className="prose" lang={languageOf(publication)}>
            {abstract.slice(end).trim()}
          </p>
        </details>
      )}
    </section>
  );
}

/** After a word near the limit, if the script has spaces. */
function wordEnd(text: string): number {
  const space = text.lastIndexOf(' ', shortAbstract);
  return space > shortAbstract / 2 ? space : [...text.slice(0, shortAbstract)].slice(0, -1).join('').length;
}
