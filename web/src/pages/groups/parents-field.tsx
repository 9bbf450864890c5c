import { X } from 'lucide-react';
import { isReversed } from '../../data/groups/days.ts';
import { PickGroup } from '../../data/groups/picker.tsx';
import { useGroupName } from '../../data/groups/queries.ts';
import { useText } from '../../text/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import type { ParentValue } from './form.ts';

interface ParentsFieldProps {
  values: readonly ParentValue[];
  /** The ids of groups that cannot be among them. */
  except: readonly string[];
  issue: string | undefined;
  onChange: (values: readonly ParentValue[]) => void;
}

/** The groups that a group belongs to, each with its first and last day. The same may be there for several periods. */
export function ParentsField({ values, except, issue, onChange }: ParentsFieldProps) {
  const t = useText();
  const nameOf = useGroupName();
  const change = (index: number, part: Partial<ParentValue>) =>
    onChange(values.map((value, position) => (position === index ? { ...value, ...part } : value)));
  return (
    <fieldset className="group-parents">
      <legend>{t('groups.field.parents')}</legend>
      <p className="fine">{t('groups.parentsHint')}</p>
      {values.map((value, index) => {
        const name = nameOf(value.id ?? '');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same group may be there twice
          <div key={index} className="group-parent">
            <bdi className="group-parent-name">{name}</bdi>
            <TextField
              type="date"
              label={t('groups.from')}
              value={value.from}
              onChange={({ target }) => change(index, { from: target.value })}
            />
            <TextField
              type="date"
              label={t('groups.to')}
              value={value.to}
              issue={isReversed(value) ? t('groups.fault.order') : undefined}
              onChange={({ target }) => change(index, { to: target.value })}
            />
            <IconButton
              icon={X}
              label={t('picker.remove', { name })}
              onClick={() => onChange(values.filter((_, position) => position !== index))}
            />
          </div>
        );
      })}
      <PickGroup
        label={t('groups.addParent')}
        except={except}
        onPick={(id) => onChange([...values, { id, from: '', to: '' }])}
      />
      {issue && (
        <p className="field-issue" role="alert">
          {issue}
        </p>
      )}
    </fieldset>
  );
}
