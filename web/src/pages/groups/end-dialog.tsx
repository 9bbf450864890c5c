import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { endOfDay, lastDay, today } from '../../data/groups/days.ts';
import { GroupField } from '../../data/groups/picker.tsx';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type Group, patchGroup } from './queries.ts';

/** Ends a group on a day, and says which one has taken it over, if any. */
export function EndDialog({ group, onClose }: { group: Group; onClose: () => void }) {
  const t = useText();
  const { id, ends_at, taken_over_by } = group;
  const about = useLocalized()(group.name) ?? id;
  const action = useAction({ refreshes: ['groups', 'publications', 'works'], about, showsError: true });
  const { values, text, set, discard } = useForm<{ ends_at: string; taken_over_by: string | null }>(
    { ends_at: lastDay(ends_at) || today(), taken_over_by: taken_over_by ?? null },
    { error: action.error, draft: `end-group.${id}.${group.version}` },
  );
  const close = () => {
    discard();
    onClose();
  };
  const end = () =>
    action.run(
      () => patchGroup(id, { ends_at: endOfDay(values.ends_at), taken_over_by: values.taken_over_by }),
      () => {
        close();
        return { text: t('groups.done.ended'), undo: () => patchGroup(id, { ends_at, taken_over_by }) };
      },
    );
  return (
    <Dialog title={t('groups.end')} onClose={onClose}>
      <Form
        submit={t('action.save')}
        busy={action.isPending}
        error={action.error}
        why={values.ends_at === '' ? t('groups.why.noDay') : undefined}
        onSubmit={end}
        onCancel={close}
      >
        <p>{t('groups.endIntro')}</p>
        <TextField type="date" label={t('groups.lastDay')} required {...text('ends_at')} />
        <GroupField
          label={t('groups.takenOverBy')}
          id={values.taken_over_by}
          except={[id]}
          onChange={(successor) => set({ taken_over_by: successor })}
        />
        <p className="fine">{t('groups.takenOverHint')}</p>
      </Form>
    </Dialog>
  );
}
