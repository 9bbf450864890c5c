import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArchiveRestore, Eye, EyeOff, Trash2 } from 'lucide-react';
import { useTexts } from '../../text/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { patchProject } from './queries.ts';
import { texts } from './texts.ts';

type Switch = 'visible' | 'deleted';

/** Hides, shows, deletes and restores a project at once, with an undo. */
export function ProjectActions({ id, name, visible, deleted }: { id: string; name: string } & Record<Switch, boolean>) {
  const p = useTexts(texts);
  const toast = useToast();
  const showError = useErrorToast();
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: ({ field, value }: { field: Switch; value: boolean }) =>
      patchProject(id, [{ op: 'replace', path: `/${field}`, value }]),
    onSuccess: (_, { field, value }) =>
      toast({ text: p(`done.${field}.${value}`, { name }), undo: () => mutate({ field, value: !value }) }),
    onError: (error) => showError(error),
    onSettled: () => client.invalidateQueries({ queryKey: ['projects'] }),
  });
  if (deleted) {
    return (
      <IconButton
        icon={ArchiveRestore}
        label={p('restore')}
        busy={isPending}
        onClick={() => mutate({ field: 'deleted', value: false })}
      />
    );
  }
  return (
    <span className="row-actions">
      <IconButton
        icon={visible ? EyeOff : Eye}
        label={p(visible ? 'hide' : 'show')}
        busy={isPending}
        onClick={() => mutate({ field: 'visible', value: !visible })}
      />
      <IconButton
        icon={Trash2}
        label={p('delete')}
        busy={isPending}
        onClick={() => mutate({ field: 'deleted', value: true })}
      />
    </span>
  );
}
