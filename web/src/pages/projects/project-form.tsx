import { Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';
import { TranslationFields } from '../../ui/translation-fields.tsx';
import {
  type Field,
  faultsOf,
  jsonFields,
  localizedFields,
  peopleFields,
  type TextField as TextFieldName,
  type Values,
} from './form.ts';

interface ProjectFormProps {
  values: Values;
  onChange: (field: Field, value: Values[Field]) => void;
  onSave: () => void;
  onCancel: () => void;
  isChanged: boolean;
  busy: boolean;
  /** The error, above the buttons. */
  children: ReactNode;
}

export function ProjectForm({ values, onChange, onSave, onCancel, isChanged, busy, children }: ProjectFormProps) {
  const t = useText();
  const names = useVocabulary();
  const faults = faultsOf(values);
  const isValid = Object.keys(faults).length === 0;
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
  const currency = (name: 'cesam_funding_currency' | 'total_funding_currency') => (
    <SelectField
      label={t('projects.currency')}
      value={values[name]}
      options={['EUR', 'USD'].map((value) => ({ value, text: value }))}
      onChoose={(value) => onChange(name, value)}
    />
  );
  return (
    <form
      className="form project-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && isValid && !busy) onSave();
      }}
    >
      {localizedFields.map((name) => (
        <TranslationFields
          key={name}
          legend={names.field(name)}
          isLong={name === 'abstract'}
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
        <TextAreaField key={name} {...field(name)} rows={3} hint={t('projects.peopleHint')} spellCheck={false} />
      ))}
      <details>
        <summary>{t('projects.more')}</summary>
        <div className="form">
          {jsonFields.map((name) => (
            <TextAreaField key={name} {...field(name)} rows={4} hint={t('projects.jsonHint')} spellCheck={false} />
          ))}
        </div>
      </details>
      {children}
      <div className="form-actions">
        {isChanged && <Button onClick={onCancel}>{t('action.cancel')}</Button>}
        <Button kind="primary" type="submit" icon={Save} busy={busy} disabled={!isChanged || !isValid}>
          {t('projects.save')}
        </Button>
      </div>
    </form>
  );
}
