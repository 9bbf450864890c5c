import { Link } from '@tanstack/react-router';
import { LockOpen } from 'lucide-react';
import type { Schema } from '../api/client.ts';
import { useFormat } from '../text/format.ts';
import { isolate } from '../text/isolate.ts';
import { joinTexts } from '../text/join-texts.ts';
import { useText } from '../text/text.ts';
import { useVocabulary } from './vocabulary.ts';

type Publication = Pick<
  Schema<'CuratedPublicationItem'>,
  'id' | 'title' | 'authors' | 'author_count' | 'container_title' | 'publication_type' | 'researchers'
>;

/** A publication in a list: its title, which opens it, and who has published it where. */
export function PublicationLine({ publication }: { publication: Publication }) {
  const names = useVocabulary();
  const { id, title, container_title, publication_type } = publication;
  const type = names.type(publication_type);
  const parts = [authorsInShort(publication), container_title, type].filter((part) => part != null && part !== '');
  return (
    <div className="publication-line">
      <Link to="/publication/$" params={{ _splat: id }} className="two-lines row-link" title={title ?? id}>
        {title ?? id}
      </Link>
      <span className="line-facts">{joinTexts(parts as string[], ' · ')}</span>
    </div>
  );
}

/** The first authors and how many more; from an older API the researchers. */
function authorsInShort({ authors, author_count, researchers }: Publication): string {
  const names = authors ?? researchers.map(({ name, orcid }) => name ?? orcid);
  const more = (author_count ?? names.length) - names.length;
  return names.length === 0 ? '' : `${joinTexts(names)}${more > 0 ? ` +${more}` : ''}`;
}

/** The kind of open access; nothing for a publication that is closed or of which nothing is known. */
export function AccessMark({ status }: { status: string | null }) {
  const t = useText();
  const name = useVocabulary().access(status);
  if (!name || status === 'closed') return null;
  return (
    <span className={`access-mark ${status}`} title={t('publications.mark.access', { kind: name })}>
      <LockOpen aria-hidden size={12} />
      {isolate(name)}
    </span>
  );
}

/** A number of citations, with its unit where no heading of a column says it. */
export function CitationMark({ count }: { count: number | null }) {
  const t = useText();
  const { number } = useFormat();
  if (count == null) return null;
  return (
    <span className={count === 0 ? 'citation-mark none' : 'citation-mark'}>
      {number(count)}
      <span className="unit"> {t('publications.mark.citations', { count })}</span>
    </span>
  );
}
