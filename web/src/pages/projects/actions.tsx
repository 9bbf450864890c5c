import { ArchiveRestore, Eye, EyeOff, Trash2 } from 'lucide-react';
import { useAction } from '../../data/action.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { patchProject } from './queries.ts';

type Switch = 'visible' | 'deleted';

/** Hides, shows, deletes and restores a project at once, with an undo. */
export function ProjectActions({ id, name, visible, deleted }: { id: string; name: string } & Record<Switch, boolean>) {
  const t = useText();
  const { run, isPending } = useAction({ refreshes: ['projects'] });
  const set = (field: Switch, value: boolean) => {
    const write = (wanted: boolean) => patchProject(id, [{ op: 'replace', path: `/${field}`, value: wanted }]);
    return run(
      () => write(value),
      () => ({ text: t(`projects.done.${field}.${value}`, { name }), undo: () => write(!value) }),
    );
  };
  if (!useHasRole('workspace_member')) return null;
  if (deleted) {
    return (
      <IconButton
        icon={ArchiveRestore}
        label={t('projects.restore')}
        busy={isPending}
        onClick={() => set('deleted', false)}
      />
    );
  }
  return (
    <span className="row-actions">
      <IconButton
        icon={visible ? EyeOff : Eye}
        label={t(visible ? 'projects.hide' : 'projects.show')}
        busy={isPending}
        onClick={() => set('visible', !visible)}
      />
      <IconButton icon={Trash2} label={t('projects.delete')} busy={isPending} onClick={() => set('deleted', true)} />
    </span>
  );
}
