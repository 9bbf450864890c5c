import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../api/client.ts';
import { useText } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/loaded.tsx';
import { Moment } from '../ui/moment.tsx';
import { Pagination } from '../ui/pagination.tsx';
import { WordDiff } from '../ui/word-diff.tsx';
import { useActorName } from './actor.ts';
import { textOf } from './value-text.ts';
import { useVocabulary } from './vocabulary.ts';

/** A page of the edits of a record. */
interface EditPage {
  edits: readonly Schema<'PublicationEdit'>[];
  total: number;
  pages: number;
  per_page: number;
}

interface HistoryProps {
  /** The key of the query, without the page. */
  queryKey: readonly string[];
  read: (page: number, signal: AbortSignal) => Promise<EditPage>;
  busy: boolean;
  /** Undefined where nothing can be edited. */
  onRevert: ((edit: string) => void) | undefined;
}

/** The edits with word-level differences, and the way to revert them. */
export function History({ queryKey, read, busy, onRevert }: HistoryProps) {
  const t = useText();
  const [page, setPage] = useState(1);
  const query = useQuery({
    queryKey: [...queryKey, page],
    queryFn: ({ signal }) => read(page, signal),
  });
  const names = useVocabulary();
  const actorName = useActorName();
  return (
    <section className="section history" aria-labelledby="history-title">
      <h2 id="history-title">{t('publication.history')}</h2>
      <Loaded query={query} rows={2}>
        {(data) => (
          <>
            {data.total === 0 && <p className="fine">{t('publication.noHistory')}</p>}
            <ol className="edits">
              {data.edits.map((edit) => (
                <li key={edit.id} className="edit">
                  <div className="section-head">
                    <p>
                      <strong>{edit.actor_id == null ? t('publication.nobody') : actorName(edit.actor_id)}</strong> ·{' '}
                      <Moment ms={edit.edited_at} />
                      {edit.reverts != null && (
                        <span className="fine"> · {t('publication.reverts', { id: edit.reverts })}</span>
                      )}
                      <span className="fine"> · {t('publication.editNumber', { id: edit.id })}</span>
                    </p>
                    {onRevert && (
                      <Button icon={RotateCcw} busy={busy} onClick={() => onRevert(edit.id)}>
                        {t('publication.revertEdit')}
                      </Button>
                    )}
                  </div>
                  <dl className="changes">
                    {edit.changes.map(({ field, before, after, edited_after }) => (
                      <div key={field}>
                        <dt>
                          {names.field(field)}
                          {!edited_after && <span className="fine"> ({t('publication.backToSources')})</span>}
                        </dt>
                        <dd>
                          <WordDiff before={textOf(before)} after={textOf(after)} />
                        </dd>
                      </div>
                    ))}
                  </dl>
                </li>
              ))}
            </ol>
            {data.pages > 1 && (
              <Pagination page={page} pages={data.pages} perPage={data.per_page} total={data.total} onPage={setPage} />
            )}
          </>
        )}
      </Loaded>
    </section>
  );
}
