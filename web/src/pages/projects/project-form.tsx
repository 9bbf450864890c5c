import { Save } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Action } from '../../data/action.ts';
import { PeopleField } from '../../data/person-picker.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { WorksField } from '../../data/work-picker.tsx';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { TranslationFields } from '../../ui/translation-fields.tsx';
import {
  type Field,
  faultsOf,
  localizedFields,
  peopleFields,
  type TextField as TextFieldName,
  type Values,
} from './form.ts';
import { DataField, FundersField, ImagesField } from './open-fields.tsx';

interface ProjectFormProps {
  values: Values;
  onChange: (field: Field, value: Values[Field]) => void;
  onSave: () => void;
  onCancel: () => void;
  isChanged: boolean;
  action: Action;
  /** A decision to be made, above the buttons, in place of the error. */
  children?: ReactNode;
}

export function ProjectForm({ values, onChange, onSave, onCancel, isChanged, action, children }: ProjectFormProps) {
  const t = useText();
  const names = useVocabulary();
  const faults = faultsOf(values);
  const faulty = (Object.keys(faults) as Field[]).map((name) => names.field(name));
  const isValid = faulty.length === 0;
  const why = !isChanged
    ? t('projects.why.unchanged')
    : isValid
      ? undefined
      : t('projects.why.faults', { fields: joinTexts(faulty) });
  const issue = (field: Field) => {
    const fault = faults[field];
    return fault && isChanged ? t(`projects.fault.${fault}`) : undefined;
  };
  const field = (name: TextFieldName) => ({
    label: names.field(name),
    value: values[name],
    issue: issue(name),
    onChange: ({ target }: { target: { value: string } }) => onChange(name, target.value),
  });
  const list = (name: 'funding_entities' | 'project_logo' | 'funding_partner_images' | 'data') => ({
    legend: names.field(name),
    issue: issue(name),
    onChange: (value: Values[Field]) => onChange(name, value),
  });
  const currency = (name: 'cesam_funding_currency' | 'total_funding_currency') => (
    <SelectField
      label={t('projects.currency')}
      value={values[name]}
      options={['EUR', 'USD'].map((value) => ({ value, text: value }))}
      onChoose={(value) => onChange(name, value)}
    />
  );
  return (
    <Form
      className="project-form"
      submit={t('projects.save')}
      icon={Save}
      why={why}
      busy={action.isPending}
      error={children ? undefined : action.error}
      onSubmit={onSave}
      onCancel={isChanged ? onCancel : undefined}
    >
      {localizedFields.map((name) => (
        <TranslationFields
          key={name}
          legend={names.field(name)}
          isLong={name === 'abstract'}
          required={name !== 'abstract'}
          values={values[name]}
          issue={issue(name)}
          onChange={(value) => onChange(name, value)}
        />
      ))}
      <div className="project-pair equal">
        <TextField {...field('start_date')} hint={t('projects.dateHint')} placeholder="2026-03" />
        <TextField {...field('end_date')} hint={t('projects.dateHint')} />
      </div>
      {(['total', 'cesam'] as const).map((share) => (
        <div key={share} className="project-pair">
          <TextField {...field(`${share}_funding_amount`)} inputMode="decimal" />
          {currency(`${share}_funding_currency`)}
        </div>
      ))}
      <TextField {...field('proponent_institution')} maxLength={1000} />
      <TextField {...field('page_url')} type="url" maxLength={2000} />
      {peopleFields.map((name) => (
        <PeopleField
          key={name}
          label={names.field(name)}
          orcids={values[name]}
          issue={issue(name)}
          onChange={(value) => onChange(name, value)}
        />
      ))}
      <WorksField
        label={names.field('work_ids')}
        ids={values.work_ids}
        issue={issue('work_ids')}
        onChange={(value) => onChange('work_ids', value)}
      />
      <FundersField {...list('funding_entities')} values={values.funding_entities} />
      <ImagesField {...list('project_logo')} values={values.project_logo} most={1} />
      <ImagesField {...list('funding_partner_images')} values={values.funding_partner_images} most={100} />
      <DataField {...list('data')} values={values.data} />
      {children}
    </Form>
  );
}
