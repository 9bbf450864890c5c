import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, Eye, EyeOff, Trash2 } from 'lucide-react';
import { useText } from '../../text/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { patchProject } from './queries.ts';

type Switch = 'visible' | 'deleted';

/** Hides, shows, deletes and restores a project at once, with an undo. */
export function ProjectActions({ id, name, visible, deleted }: { id: string; name: string } & Record<Switch, boolean>) {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ field, value }: { field: Switch; value: boolean }) =>
      patchProject(id, [{ op: 'replace', path: `/${field}`, value }]),
    onSuccess: (_, { field, value }) =>
      toast({ text: t(`projects.done.${field}.${value}`, { name }), undo: () => mutate({ field, value: !value }) }),
    onError: (error) => showError(error),
    onSettled: () => client.invalidateQueries({ queryKey: ['projects'] }),
  });
  if (deleted) {
    return (
      <IconButton
        icon={ArchiveRestore}
        label={t('projects.restore')}
        busy={isPending}
        onClick={() => mutate({ field: 'deleted', value: false })}
      />
    );
  }
  return (
    <span className="row-actions">
      <IconButton
        icon={visible ? EyeOff : Eye}
        label={t(visible ? 'projects.hide' : 'projects.show')}
        busy={isPending}
        onClick={() => mutate({ field: 'visible', value: !visible })}
      />
      <IconButton
        icon={Trash2}
        label={t('projects.delete')}
        busy={isPending}
        onClick={() => mutate({ field: 'deleted', value: true })}
      />
    </span>
  );
}
