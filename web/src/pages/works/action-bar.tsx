import { ArchiveRestore, Eye, EyeOff, Trash2, X } from 'lucide-react';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import type { WorkActs } from './acts.ts';
import type { BulkAction, WorkItem } from './queries.ts';

interface ActionBarProps {
  rows: readonly WorkItem[];
  acts: WorkActs;
  onClear: () => void;
}

/** The actions on the selected works, each on those that it changes. */
export function ActionBar({ rows, acts, onClear }: ActionBarProps) {
  const t = useText();
  if (rows.length === 0) return null;
  const actions = [
    { action: 'hide', icon: EyeOff, rows: rows.filter(({ visible }) => visible) },
    { action: 'show', icon: Eye, rows: rows.filter(({ visible }) => !visible) },
    { action: 'delete', icon: Trash2, rows: rows.filter(({ deleted_at }) => deleted_at == null) },
    { action: 'restore', icon: ArchiveRestore, rows: rows.filter(isRestorable) },
  ] as const;
  const change = async (ids: string[], action: BulkAction) => {
    if (await acts.changeAll(ids, action)) onClear();
  };
  return (
    <section className="action-bar" aria-label={t('works.actions')}>
      <strong aria-live="polite">{t('works.selected', { count: rows.length })}</strong>
      {actions.map(
        ({ action, icon, rows: changed }) =>
          changed.length > 0 && (
            <Button
              key={action}
              icon={icon}
              busy={acts.isBusy}
              onClick={() =>
                change(
                  changed.map(({ id }) => id),
                  action,
                )
              }
            >
              {t(`works.${action}`)}
            </Button>
          ),
      )}
      <IconButton icon={X} label={t('works.clearSelection')} onClick={onClear} />
    </section>
  );
}

/** Whether a work is deleted by itself, not because it is part of another record. */
export const isRestorable = ({ deleted_at, merged_into }: WorkItem): boolean =>
  deleted_at != null && merged_into == null;
