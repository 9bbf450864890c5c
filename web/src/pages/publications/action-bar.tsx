import { Eye, EyeOff, Pencil, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import type { PublicationSearch } from '../../data/publication-filters/search.ts';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { BulkActions } from './bulk-actions.ts';
import { BulkEditDialog } from './bulk-edit.tsx';
import type { Publication } from './columns.tsx';
import { ExportMenu } from './export.tsx';
import { countOf, type SelectionOfList } from './use-selection.ts';

interface ActionBarProps {
  selection: SelectionOfList;
  actions: BulkActions;
}

/** The actions on the selected publications, and their progress. */
export function ActionBar({ selection: { targets, select, keep, selectAll }, actions }: ActionBarProps) {
  const t = useText();
  const { number } = useFormat();
  const isMember = useHasRole('workspace_member');
  const [isEditing, setEditing] = useState(false);
  const { progress } = actions;
  const count = countOf(targets);
  if (count === 0 && !progress) return null;
  const busy = progress !== undefined;
  /** Whether some may be so. Of a whole result, only its filters are known. */
  const some = (is: (row: Publication) => boolean, isPossible: (search: PublicationSearch) => boolean) =>
    isMember && ('rows' in targets ? targets.rows.some(is) : isPossible(targets.search));
  /** Keeps only the failed ones selected, for a retry. The other rows leave most lists. */
  const setDeleted = async (deleted: boolean) => select(await actions.setDeleted(targets, deleted));
  const change = async (act: Promise<ReadonlySet<string> | undefined>) => keep(await act);
  const selected =
    'rows' in targets
      ? t('publications.selected', { count: number(count) })
      : t('publications.allSelected', { count: number(count) });
  return (
    <section className="action-bar" aria-label={t('publications.actions')}>
      <strong aria-live="polite">
        {progress
          ? t('publications.progress', { done: number(progress.done), total: number(progress.total) })
          : selected}
      </strong>
      {progress && (
        <>
          <progress value={progress.done} max={progress.total} aria-label={t('publications.actions')} />
          <Button icon={X} onClick={progress.stop}>
            {t('publications.stop')}
          </Button>
        </>
      )}
      {!busy && selectAll && (
        <Button kind="quiet" onClick={selectAll.act}>
          {t('publications.selectAll', { count: number(selectAll.total) })}
        </Button>
      )}
      {some(
        ({ visible }) => visible,
        ({ visibility }) => visibility !== 'hidden',
      ) && (
        <Button icon={EyeOff} busy={busy} onClick={() => change(actions.setVisible(targets, false))}>
          {t('publications.action.hide')}
        </Button>
      )}
      {some(
        ({ visible }) => !visible,
        ({ visibility }) => visibility !== 'visible',
      ) && (
        <Button icon={Eye} busy={busy} onClick={() => change(actions.setVisible(targets, true))}>
          {t('publications.action.show')}
        </Button>
      )}
      {isMember && (
        <Button icon={Pencil} busy={busy} onClick={() => setEditing(true)}>
          {t('publications.action.edit')}
        </Button>
      )}
      {some(
        ({ deleted_at }) => deleted_at == null,
        ({ status }) => status !== 'deleted',
      ) && (
        <Button icon={Trash2} busy={busy} onClick={() => setDeleted(true)}>
          {t('publications.action.delete')}
        </Button>
      )}
      {some(
        ({ deleted_at }) => deleted_at != null,
        ({ status }) => status === 'deleted' || status === 'all',
      ) && (
        <Button icon={Undo2} busy={busy} onClick={() => setDeleted(false)}>
          {t('publications.action.restore')}
        </Button>
      )}
      {!busy && <ExportMenu targets={targets} />}
      <IconButton
        icon={X}
        label={`${t('action.close')}: ${t('publications.clearSelection')}`}
        onClick={() => select(new Set())}
        busy={busy}
      />
      {isEditing && (
        <BulkEditDialog
          count={count}
          onClose={() => setEditing(false)}
          onEdit={(patch) => {
            setEditing(false);
            change(actions.edit(targets, patch));
          }}
        />
      )}
    </section>
  );
}
