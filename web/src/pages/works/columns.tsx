import { Link } from '@tanstack/react-router';
import { ArchiveRestore, Eye, EyeOff, Merge, Pencil, Trash2 } from 'lucide-react';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Moment } from '../../ui/moment.tsx';
import type { Column } from '../../ui/table.tsx';
import { isRestorable } from './action-bar.tsx';
import type { WorkActs } from './acts.ts';
import type { WorkItem } from './queries.ts';

export function useWorkColumns(acts: WorkActs): Column<WorkItem>[] {
  const t = useText();
  const names = useVocabulary();
  const { partialDate, number } = useFormat();
  return [
    {
      id: 'title',
      header: names.field('title'),
      sort: 'title',
      isRowHeader: true,
      cell: ({ id, title, authors, work_type }) => (
        <>
          <Link to="/works/$id" params={{ id }} className="two-lines row-link" title={title ?? undefined}>
            {title ?? t('works.untitled')}
          </Link>
          <span className="line-facts">
            {joinTexts([joinTexts(authors), names.workType(work_type) ?? ''].filter(Boolean), ' · ')}
          </span>
        </>
      ),
    },
    {
      id: 'date',
      header: names.field('publication_date'),
      sort: 'publication_date',
      numeric: true,
      width: '7.5rem',
      cell: ({ publication_date }) => publication_date && partialDate(publication_date),
    },
    {
      id: 'people',
      header: t('works.people'),
      numeric: true,
      isLabelled: true,
      width: '5.5rem',
      cell: ({ researcher_orcids }) => number(researcher_orcids.length),
    },
    {
      id: 'edits',
      header: t('works.edits'),
      sort: 'edit_count',
      numeric: true,
      isLabelled: true,
      width: '5rem',
      cell: ({ edit_count }) => edit_count > 0 && number(edit_count),
    },
    { id: 'state', header: t('works.state'), width: '9rem', cell: (row) => <States row={row} /> },
    {
      id: 'updated',
      header: t('works.updated'),
      sort: 'last_fetched_at',
      numeric: true,
      width: '9rem',
      cell: ({ last_fetched_at }) => <Moment ms={last_fetched_at} />,
    },
    {
      id: 'actions',
      header: t('works.actions'),
      numeric: true,
      width: '7rem',
      cell: (row) => <Actions row={row} acts={acts} />,
    },
  ];
}

function States({ row: { origin, visible, deleted_at, merged_into } }: { row: WorkItem }) {
  const t = useText();
  return (
    <span className="badges">
      {origin === 'curator' && <Badge icon={Pencil}>{t('works.origin.curator')}</Badge>}
      {merged_into != null && <Badge icon={Merge}>{t('works.status.merged')}</Badge>}
      {deleted_at != null && merged_into == null && (
        <Badge tone="bad" icon={Trash2}>
          {t('works.status.deleted')}
        </Badge>
      )}
      {!visible && <Badge icon={EyeOff}>{t('works.visibility.hidden')}</Badge>}
    </span>
  );
}

function Actions({ row, acts }: { row: WorkItem; acts: WorkActs }) {
  const t = useText();
  const { id, title, visible, deleted_at } = row;
  const name = title ?? t('works.untitled');
  if (!useHasRole('workspace_member')) return null;
  if (deleted_at != null) {
    if (!isRestorable(row)) return null;
    return (
      <IconButton
        icon={ArchiveRestore}
        label={t('works.restore')}
        busy={acts.isBusy}
        onClick={() => acts.change(id, name, 'restore')}
      />
    );
  }
  return (
    <span className="row-actions">
      <IconButton
        icon={visible ? EyeOff : Eye}
        label={t(visible ? 'works.hide' : 'works.show')}
        busy={acts.isBusy}
        onClick={() => acts.change(id, name, visible ? 'hide' : 'show')}
      />
      <IconButton
        icon={Trash2}
        label={t('works.delete')}
        busy={acts.isBusy}
        onClick={() => acts.change(id, name, 'delete')}
      />
    </span>
  );
}
