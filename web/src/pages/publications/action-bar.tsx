import { Eye, EyeOff, Pencil, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { BulkActions } from './bulk-actions.ts';
import { BulkEditDialog } from './bulk-edit.tsx';
import type { Publication } from './columns.tsx';

interface ActionBarProps {
  rows: readonly Publication[];
  actions: BulkActions;
  onSelect: (ids: ReadonlySet<string>) => void;
  /** Called after a change of the selected rows, with those that failed. */
  onDone: (failed: ReadonlySet<string>) => void;
}

/** The actions on the selected publications, and their progress. */
export function ActionBar({ rows, actions, onSelect, onDone }: ActionBarProps) {
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const { progress } = actions;
  if (rows.length === 0 && !progress) return null;
  const busy = progress !== undefined;
  /** Keeps only the failed ones selected, for a retry. The other rows leave most lists. */
  const setDeleted = async (deleted: boolean) => onSelect(await actions.setDeleted(rows, deleted));
  const change = async (act: Promise<ReadonlySet<string>>) => onDone(await act);
  return (
    <section className="action-bar" aria-label={t('publications.actions')}>
      <strong aria-live="polite">
        {progress ? t('publications.progress', { ...progress }) : t('publications.selected', { count: rows.length })}
      </strong>
      {progress && <progress value={progress.done} max={progress.total} aria-label={t('publications.actions')} />}
      {rows.some(({ visible }) => visible) && (
        <Button icon={EyeOff} busy={busy} onClick={() => change(actions.setVisible(rows, false))}>
          {t('publications.action.hide')}
        </Button>
      )}
      {rows.some(({ visible }) => !visible) && (
        <Button icon={Eye} busy={busy} onClick={() => change(actions.setVisible(rows, true))}>
          {t('publications.action.show')}
        </Button>
      )}
      <Button icon={Pencil} busy={busy} onClick={() => setEditing(true)}>
        {t('publications.action.edit')}
      </Button>
      {rows.some(({ deleted_at }) => deleted_at == null) && (
        <Button icon={Trash2} busy={busy} onClick={() => setDeleted(true)}>
          {t('publications.action.delete')}
        </Button>
      )}
      {rows.some(({ deleted_at }) => deleted_at != null) && (
        <Button icon={Undo2} busy={busy} onClick={() => setDeleted(false)}>
          {t('publications.action.restore')}
        </Button>
      )}
      <IconButton
        icon={X}
        label={`${t('action.close')}: ${t('publications.clearSelection')}`}
        onClick={() => onSelect(new Set())}
        busy={busy}
      />
      {isEditing && (
        <BulkEditDialog
          count={rows.length}
          onClose={() => setEditing(false)}
          onEdit={(patch) => {
            setEditing(false);
            change(actions.edit(rows, patch));
          }}
        />
      )}
    </section>
  );
}
