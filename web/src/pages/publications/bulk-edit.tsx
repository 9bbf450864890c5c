import { type FormEvent, useState } from 'react';
import { isPartialDate } from '../../../../src/domain/values/partial-date.ts';
import type { Schema } from '../../api/client.ts';
import { useTermOptions } from '../../data/terms.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';

/** The fields that can be set in many publications: the patch path, and the vocabulary of the value. */
const fields = {
  publication_type: { path: '/publication_type', terms: 'type' },
  publication_date: { path: '/publication_date', terms: undefined },
  open_access_status: { path: '/open_access_status', terms: 'access' },
  is_retracted: { path: '/is_retracted', terms: 'boolean' },
  container_title: { path: '/data/container_title', terms: undefined },
  publisher: { path: '/data/publisher', terms: undefined },
  language: { path: '/data/language', terms: 'language' },
} as const;
type FieldName = keyof typeof fields;
const fieldNames = Object.keys(fields) as FieldName[];

interface BulkEditDialogProps {
  count: number;
  onEdit: (patch: Schema<'JsonPatch'>) => void;
  onClose: () => void;
}

/** Sets one field of many publications, or returns it to the source's value. No other field changes. */
export function BulkEditDialog({ count, onEdit, onClose }: BulkEditDialogProps) {
  const t = useText();
  const [name, setName] = useState<FieldName>('publication_type');
  const [mode, setMode] = useState<'set' | 'remove'>('set');
  const [typed, setTyped] = useState('');
  const { path, terms } = fields[name];
  const names = useVocabulary();
  const optionsOf = useTermOptions();
  const options = terms && optionsOf(terms);
  const written = options && typed === '' ? options[0]?.value : typed.trim();
  // The API says so, too, but only when many publications have been read.
  const isDate = name !== 'publication_date' || isPartialDate(written ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = name === 'is_retracted' ? written === 'true' : written;
    onEdit([mode === 'remove' ? { op: 'remove', path } : { op: 'add', path, value }]);
  };
  return (
    <Dialog title={t('publications.bulkEdit.title', { count })} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <SelectField
          label={t('publications.bulkEdit.field')}
          value={name}
          options={fieldNames.map((value) => ({ value, text: names.field(value) }))}
          onChoose={(chosen) => {
            setName(chosen);
            setTyped('');
          }}
        />
        <SelectField
          label={t('publications.bulkEdit.mode')}
          value={mode}
          options={(['set', 'remove'] as const).map((value) => ({ value, text: t(`publications.bulkEdit.${value}`) }))}
          onChoose={setMode}
        />
        {mode === 'set' &&
          (options ? (
            <SelectField
              label={t('publications.bulkEdit.value')}
              value={written ?? ''}
              options={options}
              onChoose={setTyped}
            />
          ) : (
            <TextField
              label={t('publications.bulkEdit.value')}
              hint={name === 'publication_date' ? t('publications.bulkEdit.dateHint') : undefined}
              issue={typed !== '' && !isDate ? t('publications.bulkEdit.dateFault') : undefined}
              value={typed}
              required
              maxLength={1000}
              onChange={(event) => setTyped(event.target.value)}
            />
          ))}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            disabled={mode === 'set' && !isDate}
            why={mode === 'set' && written === '' ? t('publications.bulkEdit.noValue') : undefined}
          >
            {t('publications.bulkEdit.submit', { count })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
