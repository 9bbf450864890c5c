import { isPartialDate } from '../../../../src/vocabulary/partial-date.ts';
import type { Schema } from '../../api/client.ts';
import { useForm } from '../../data/form.ts';
import { useTermOptions } from '../../data/terms.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useText } from '../../text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';

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
  const { values, set, text, choice } = useForm<{ name: FieldName; mode: 'set' | 'remove'; typed: string }>({
    name: 'publication_type',
    mode: 'set',
    typed: '',
  });
  const { name, mode, typed } = values;
  const { path, terms } = fields[name];
  const names = useVocabulary();
  const optionsOf = useTermOptions();
  const options = terms && optionsOf(terms);
  const written = options && typed === '' ? options[0]?.value : typed.trim();
  // The API says so, too, but only when many publications have been read.
  const isDate = name !== 'publication_date' || isPartialDate(written ?? '');
  const why =
    mode === 'remove'
      ? undefined
      : written === ''
        ? t('publications.bulkEdit.noValue')
        : isDate
          ? undefined
          : t('publications.bulkEdit.dateFault');
  const submit = () => {
    const value = name === 'is_retracted' ? written === 'true' : written;
    onEdit([mode === 'remove' ? { op: 'remove', path } : { op: 'add', path, value }]);
  };
  return (
    <Dialog title={t('publications.bulkEdit.title', { count })} onClose={onClose}>
      <Form submit={t('publications.bulkEdit.submit', { count })} why={why} onSubmit={submit} onCancel={onClose}>
        <SelectField
          label={t('publications.bulkEdit.field')}
          value={name}
          options={fieldNames.map((value) => ({ value, text: names.field(value) }))}
          onChoose={(chosen) => set({ name: chosen, typed: '' })}
        />
        <SelectField
          label={t('publications.bulkEdit.mode')}
          options={(['set', 'remove'] as const).map((value) => ({ value, text: t(`publications.bulkEdit.${value}`) }))}
          {...choice('mode')}
        />
        {mode === 'set' &&
          (options ? (
            <SelectField
              label={t('publications.bulkEdit.value')}
              value={written ?? ''}
              options={options}
              onChoose={(chosen) => set({ typed: chosen })}
            />
          ) : (
            <TextField
              label={t('publications.bulkEdit.value')}
              hint={name === 'publication_date' ? t('publications.bulkEdit.dateHint') : undefined}
              required
              maxLength={1000}
              {...text('typed')}
              issue={typed !== '' && !isDate ? t('publications.bulkEdit.dateFault') : undefined}
            />
          ))}
      </Form>
    </Dialog>
  );
}
