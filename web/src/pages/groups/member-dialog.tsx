import { issueOf } from '../../api/issue-of.ts';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { type Days, daysOf, isReversed, periodOf } from '../../data/groups/days.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxField, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PersonField } from './person-field.tsx';
import { addMember, type Member, type NewMember, patchMember } from './queries.ts';

interface Values extends Days {
  who: 'person' | 'waiting';
  orcid: string;
  staff_id: string;
  name: string;
  role: string;
  is_primary: boolean;
}

const emptyValues: Values = {
  who: 'person',
  orcid: '',
  staff_id: '',
  name: '',
  role: '',
  is_primary: false,
  from: '',
  to: '',
};

interface MemberDialogProps {
  groupId: string;
  /** Undefined: somebody is to be added. */
  member: Member | undefined;
  onClose: () => void;
}

/** Adds a person, or somebody who has no ORCID iD yet, to a group, or changes a membership. */
export function MemberDialog({ groupId, member, onClose }: MemberDialogProps) {
  const t = useText();
  const localized = useLocalized();
  const memberName = member && (localized(member.name) ?? member.orcid ?? member.staff_id ?? '');
  const action = useAction({
    refreshes: ['groups', 'publications', 'works', 'people'],
    showsError: true,
    ...(memberName && { about: memberName }),
  });
  const { values, set, text, choice, discard } = useForm<Values>(
    member
      ? { ...emptyValues, role: member.role ?? '', is_primary: member.is_primary, ...daysOf(member) }
      : emptyValues,
    { error: action.error, draft: `member.${groupId}.${member ? `${member.id} ${member.updated_at}` : 'new'}` },
  );
  const close = () => {
    discard();
    onClose();
  };
  const { who, orcid, staff_id, name, is_primary } = values;
  const role = values.role.trim() || null;
  const fields = { role, is_primary, ...periodOf(values) };
  const newMember = (): NewMember => {
    if (who === 'person') return { orcid, ...(staff_id.trim() && { staff_id: staff_id.trim() }), ...fields };
    return { staff_id: staff_id.trim(), ...(name.trim() && { name: name.trim() }), ...fields };
  };
  const save = () =>
    action.run(
      () =>
        member ? patchMember(member, { ...fields, ...(orcid !== '' && { orcid }) }) : addMember(groupId, newMember()),
      () => {
        close();
        if (!member) return t('groups.done.added');
        if (orcid !== '') return t('groups.done.identified');
        const { role, is_primary, starts_at, ends_at } = member;
        return {
          text: t('groups.done.changed'),
          undo: () => patchMember(member, { role, is_primary, starts_at, ends_at }),
        };
      },
    );
  const isNamed = member !== undefined || (who === 'person' ? orcid !== '' : staff_id.trim() !== '');
  const why = !isNamed
    ? t(who === 'person' ? 'groups.why.noPerson' : 'groups.why.noStaffId')
    : isReversed(values)
      ? t('groups.fault.order')
      : undefined;
  const picked = (iD: string) => set({ orcid: iD });
  return (
    <Dialog title={memberName ?? t('groups.addMember')} onClose={onClose}>
      <Form
        submit={t(member ? 'action.save' : 'groups.add')}
        busy={action.isPending}
        error={action.error}
        why={why}
        onSubmit={save}
        onCancel={close}
      >
        {!member && (
          <SelectField
            label={t('groups.who')}
            options={(['person', 'waiting'] as const).map((value) => ({ value, text: t(`groups.who.${value}`) }))}
            {...choice('who')}
          />
        )}
        {!member && who === 'person' && (
          <PersonField
            label={t('groups.person')}
            orcid={orcid}
            issue={issueOf(action.error, 'orcid')}
            onChange={picked}
          />
        )}
        {!member && (
          <TextField
            label={t(who === 'person' ? 'groups.staffIdOptional' : 'groups.staffId')}
            hint={t('groups.staffIdHint')}
            required={who === 'waiting'}
            spellCheck={false}
            {...text('staff_id')}
          />
        )}
        {!member && who === 'waiting' && <TextField label={t('groups.column.name')} required {...text('name')} />}
        {member?.orcid === null && (
          <PersonField
            label={t('groups.giveOrcid')}
            orcid={orcid}
            issue={issueOf(action.error, 'orcid')}
            onChange={picked}
          />
        )}
        <TextField label={t('groups.column.role')} hint={t('groups.roleHint')} maxLength={100} {...text('role')} />
        <div className="group-pair">
          <TextField
            type="date"
            label={t('groups.from')}
            {...text('from')}
            issue={issueOf(action.error, 'starts_at')}
          />
          <TextField type="date" label={t('groups.to')} {...text('to')} issue={issueOf(action.error, 'ends_at')} />
        </div>
        <CheckboxField
          label={t('groups.isPrimary')}
          checked={is_primary}
          onChange={({ target }) => set({ is_primary: target.checked })}
        />
      </Form>
    </Dialog>
  );
}
