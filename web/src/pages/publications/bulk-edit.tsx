import { type FormEvent, useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useText, useTexts } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { texts } from './texts.ts';

/** The fields that can be set in many publications: the patch path, and the values if they are limited. */
const fields = {
  publication_type: { path: '/publication_type', values: undefined },
  publication_date: { path: '/publication_date', values: undefined },
  open_access_status: {
    path: '/open_access_status',
    values: ['gold', 'hybrid', 'bronze', 'green', 'diamond', 'closed'],
  },
  is_retracted: { path: '/is_retracted', values: ['true', 'false'] },
  container_title: { path: '/data/container_title', values: undefined },
  publisher: { path: '/data/publisher', values: undefined },
  language: { path: '/data/language', values: undefined },
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
  const p = useTexts(texts);
  const [name, setName] = useState<FieldName>('publication_type');
  const [mode, setMode] = useState<'set' | 'remove'>('set');
  const [typed, setTyped] = useState('');
  const { path, values } = fields[name];
  const names = useVocabulary();
  const nameOf = name === 'is_retracted' ? names.boolean : names.access;
  const written = values && !(values as readonly string[]).includes(typed) ? values[0] : typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = name === 'is_retracted' ? written === 'true' : written;
    onEdit([mode === 'remove' ? { op: 'remove', path } : { op: 'add', path, value }]);
  };
  return (
    <Dialog title={p('bulkEdit.title', { count })} onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <SelectField
          label={p('bulkEdit.field')}
          value={name}
          options={fieldNames.map((value) => ({ value, text: names.field(value) }))}
          onChoose={(chosen) => {
            setName(chosen);
            setTyped('');
          }}
        />
        <SelectField
          label={p('bulkEdit.mode')}
          value={mode}
          options={(['set', 'remove'] as const).map((value) => ({ value, text: p(`bulkEdit.${value}`) }))}
          onChoose={setMode}
        />
        {mode === 'set' &&
          (values ? (
            <SelectField
              label={p('bulkEdit.value')}
              value={written ?? ''}
              options={values.map((value) => ({ value: value as string, text: nameOf(value) ?? value }))}
              onChoose={setTyped}
            />
          ) : (
            <TextField
              label={p('bulkEdit.value')}
              hint={
                name === 'publication_date'
                  ? p('bulkEdit.dateHint')
                  : name === 'publication_type'
                    ? p('bulkEdit.typeHint')
                    : undefined
              }
              value={typed}
              required
              maxLength={1000}
              onChange={(event) => setTyped(event.target.value)}
            />
          ))}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button type="submit" kind="primary" disabled={mode === 'set' && written === ''}>
            {p('bulkEdit.submit', { count })}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
