import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { actorName } from '../../data/actor.ts';
import { publicationEdits } from '../../data/publication.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { WordDiff } from '../../ui/word-diff.tsx';
import { textOf } from './fields.ts';
import type { Edits } from './save.ts';

/** The edits with word-level differences, and the way to revert them. */
export function History({ id, edits, canEdit }: { id: string; edits: Edits; canEdit: boolean }) {
  const t = useText();
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(publicationEdits(id, page));
  const names = useVocabulary();
  return (
    <section className="section history" aria-labelledby="history-title">
      <h2 id="history-title">{t('publication.history')}</h2>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton rows={2} />}
      {data?.total === 0 && <p className="fine">{t('publication.noHistory')}</p>}
      <ol className="edits">
        {data?.edits.map((edit) => (
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
              {canEdit && (
                <Button icon={RotateCcw} busy={edits.isSaving} onClick={() => edits.revert(edit.id)}>
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
      {data && data.pages > 1 && (
        <Pagination page={page} pages={data.pages} perPage={data.per_page} total={data.total} onPage={setPage} />
      )}
    </section>
  );
}
