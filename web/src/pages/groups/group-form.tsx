import { useQuery } from '@tanstack/react-query';
import { Save } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import type { Action } from '../../data/action.ts';
import { allGroups } from '../../data/groups/queries.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { CheckboxField, TextAreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { TranslationFields } from '../../ui/translation-fields.tsx';
import { type Field, faultsOf, type TextName, type Values } from './form.ts';
import { ParentsField } from './parents-field.tsx';

interface GroupFormProps {
  /** Of a group that is there: it cannot belong to itself. */
  id?: string;
  values: Values;
  onChange: (field: Field, value: Values[Field]) => void;
  onSave: () => void;
  onCancel: () => void;
  isChanged: boolean;
  action: Action;
  /** A decision to be made, above the buttons, in place of the error. */
  children?: ReactNode;
}

export function GroupForm({ id, values, onChange, onSave, onCancel, isChanged, action, children }: GroupFormProps) {
  const t = useText();
  const kindsId = useId();
  const { data: groups = [] } = useQuery(allGroups);
  const kinds = [...new Set(groups.flatMap(({ kind }) => kind ?? []))].sort();
  const faults = faultsOf(values);
  const faulty = (Object.keys(faults) as Field[]).map((field) => t(`groups.field.${field}`));
  const why = !isChanged
    ? t('groups.why.unchanged')
    : faulty.length > 0
      ? t('groups.why.faults', { fields: joinTexts(faulty) })
      : undefined;
  const issue = (field: Field) => {
    const fault = faults[field];
    return fault && isChanged ? t(`groups.fault.${fault}`) : issueOf(action.error, field);
  };
  const text = (field: TextName) => ({
    label: t(`groups.field.${field}`),
    value: values[field],
    issue: issue(field),
    onChange: ({ target }: { target: { value: string } }) => onChange(field, target.value),
  });
  return (
    <Form
      className="group-form"
      submit={t('action.save')}
      icon={Save}
      why={why}
      busy={action.isPending}
      error={children ? undefined : action.error}
      onSubmit={onSave}
      onCancel={onCancel}
    >
      <TranslationFields
        legend={t('groups.field.name')}
        required
        values={values.name}
        issue={issue('name')}
        onChange={(value) => onChange('name', value)}
      />
      <TextField {...text('kind')} hint={t('groups.kindHint')} maxLength={40} list={kindsId} />
      <datalist id={kindsId}>
        {kinds.map((kind) => (
          <option key={kind} value={kind} />
        ))}
      </datalist>
      <ParentsField
        values={values.parents}
        except={id === undefined ? [] : [id]}
        issue={issue('parents')}
        onChange={(value) => onChange('parents', value)}
      />
      <div className="group-pair">
        <TextField {...text('starts_at')} type="date" hint={t('groups.startHint')} />
        <TextField {...text('ends_at')} type="date" hint={t('groups.endHint')} />
      </div>
      <div className="group-pair">
        <TextField {...text('external_id')} hint={t('groups.externalIdHint')} maxLength={100} spellCheck={false} />
        <TextField {...text('ror')} placeholder="https://ror.org/021nxhr62" spellCheck={false} />
      </div>
      <TextField {...text('homepage')} type="url" maxLength={2000} />
      <TextAreaField {...text('printed_names')} hint={t('groups.printedNamesHint')} rows={3} />
      <CheckboxField
        label={t('groups.field.visible')}
        checked={values.visible}
        onChange={({ target }) => onChange('visible', target.checked)}
      />
      {children}
    </Form>
  );
}
