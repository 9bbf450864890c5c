import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CalendarOff, Eye, EyeOff, Pencil, Trash2, Undo2, X } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { allGroups } from '../../data/groups/queries.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EndDialog } from './end-dialog.tsx';
import { deleteGroup, type Group, groupMembers, patchGroup } from './queries.ts';

interface GroupActionsProps {
  group: Group;
  isEditing: boolean;
  onEdit: (isOpen: boolean) => void;
}

/** Edits, ends, hides and deletes a group. */
export function GroupActions({ group, isEditing, onEdit }: GroupActionsProps) {
  const t = useText();
  const { id, visible, ends_at, taken_over_by } = group;
  const name = useLocalized()(group.name) ?? id;
  const [dialog, setDialog] = useState<'end' | 'delete'>();
  const { run, isPending } = useAction({ refreshes: ['groups', 'publications', 'works'], about: name });
  const isEmpty = useIsEmpty(id);
  const show = (value: boolean) =>
    run(
      () => patchGroup(id, { visible: value }),
      () => ({
        text: t(value ? 'groups.done.shown' : 'groups.done.hidden'),
        undo: () => patchGroup(id, { visible: !value }),
      }),
    );
  const reopen = () =>
    run(
      () => patchGroup(id, { ends_at: null, taken_over_by: null }),
      () => ({ text: t('groups.done.reopened'), undo: () => patchGroup(id, { ends_at, taken_over_by }) }),
    );
  const isEnded = ends_at != null || taken_over_by != null;
  return (
    <>
      <Button
        kind={isEditing ? 'plain' : 'primary'}
        icon={isEditing ? X : Pencil}
        aria-expanded={isEditing}
        onClick={() => onEdit(!isEditing)}
      >
        {t(isEditing ? 'groups.closeEdit' : 'groups.edit')}
      </Button>
      <Button icon={CalendarOff} onClick={() => setDialog('end')}>
        {t(isEnded ? 'groups.changeEnd' : 'groups.end')}
      </Button>
      {isEnded && (
        <Button icon={Undo2} busy={isPending} onClick={reopen}>
          {t('groups.reopen')}
        </Button>
      )}
      <Button icon={visible ? EyeOff : Eye} busy={isPending} onClick={() => show(!visible)}>
        {t(visible ? 'groups.hide' : 'groups.show')}
      </Button>
      {isEmpty && (
        <Button icon={Trash2} onClick={() => setDialog('delete')}>
          {t('groups.delete')}
        </Button>
      )}
      {dialog === 'end' && <EndDialog group={group} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && <DeleteDialog id={id} name={name} onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** Whether nothing is known that belongs to a group, or has. The API looks again. */
function useIsEmpty(id: string): boolean {
  const { data: groups } = useQuery(allGroups);
  const { data: members } = useQuery(groupMembers(id, { state: 'all' }));
  const hasParts = groups?.some((each) => each.taken_over_by === id || each.parents.some((parent) => parent.id === id));
  return members?.total === 0 && hasParts === false;
}

function DeleteDialog({ id, name, onClose }: { id: string; name: string; onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const { run, isPending, error } = useAction({ refreshes: [], showsError: true });
  const remove = () =>
    run(
      () => deleteGroup(id),
      () => {
        navigate({ to: '/groups' });
        return t('groups.done.deleted', { name });
      },
    );
  return (
    <ConfirmDialog
      title={t('groups.deleteTitle')}
      phrase={id}
      action={t('groups.delete')}
      onConfirm={remove}
      onClose={onClose}
      busy={isPending}
      error={error}
    >
      <p>{t('groups.deleteHint')}</p>
    </ConfirmDialog>
  );
}
