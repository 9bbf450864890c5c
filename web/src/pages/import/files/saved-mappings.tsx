import { useQuery } from '@tanstack/react-query';
import { Save, SaveAll, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { MappedColumn } from '../../../../../src/formats/reading/read-file.ts';
import { useAction } from '../../../data/action.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { columnsToSave, mappingOf, readMapping } from './column-mapping.ts';
import { deleteMapping, type SavedMapping, savedMappings, saveMapping } from './mappings.ts';
import { type Reading, startReading } from './reading.ts';

interface SavedMappingsProps {
  reading: Reading;
  columns: readonly MappedColumn[];
}

/** The mappings of the workspace: choose one, save the one on show, rename and delete it. */
export function SavedMappings({ reading, columns }: SavedMappingsProps) {
  const t = useText();
  const { data: mappings = [], error, refetch } = useQuery(savedMappings);
  const { file, options, mappingId } = reading;
  const chosen = mappings.find(({ id }) => id === mappingId);
  const choose = (id: string) => {
    const mapping = mappings.find((each) => each.id === id);
    startReading(file, { ...options, mapping: mapping && mappingOf(mapping) }, mapping?.id);
  };
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      <div className="toolbar">
        {mappings.length > 0 && (
          <SelectField
            label={t('import.mapping')}
            value={chosen?.id ?? ''}
            options={[
              { value: '', text: t('import.mapping.none') },
              ...mappings.map(({ id, name }) => ({ value: id, text: name })),
            ]}
            onChoose={choose}
          />
        )}
        <Saving key={chosen?.id} reading={reading} columns={columns} chosen={chosen} />
      </div>
    </>
  );
}

const maxName = 100;

function Saving({ reading, columns, chosen }: SavedMappingsProps & { chosen: SavedMapping | undefined }) {
  const t = useText();
  const [name, setName] = useState(chosen?.name ?? '');
  const saving = useAction({ refreshes: ['intake-mappings'] });
  const written = name.trim();
  const why = written === '' ? t('import.mapping.why') : undefined;
  const keep = (id: string) =>
    saving.run(
      async () => {
        await saveMapping(id, written, columnsToSave(columns));
        startReading(reading.file, { ...reading.options, mapping: readMapping(columns) }, id);
      },
      () => t('import.mapping.saved', { name: written }),
    );
  const remove = (mapping: SavedMapping) =>
    saving.run(
      () => deleteMapping(mapping.id),
      () => ({
        text: t('import.mapping.deleted', { name: mapping.name }),
        undo: () => saveMapping(mapping.id, mapping.name, mapping.columns),
      }),
    );
  return (
    <>
      <TextField
        label={t('import.mapping.name')}
        value={name}
        maxLength={maxName}
        onChange={({ target }) => setName(target.value)}
      />
      {chosen && (
        <Button icon={Save} busy={saving.isPending} why={why} onClick={() => keep(chosen.id)}>
          {t('import.mapping.save')}
        </Button>
      )}
      <Button
        icon={SaveAll}
        busy={saving.isPending}
        why={chosen ? undefined : why}
        disabled={why !== undefined}
        onClick={() => keep(crypto.randomUUID())}
      >
        {t(chosen ? 'import.mapping.saveNew' : 'import.mapping.save')}
      </Button>
      {chosen && (
        <Button icon={Trash2} busy={saving.isPending} onClick={() => remove(chosen)}>
          {t('import.mapping.delete')}
        </Button>
      )}
    </>
  );
}
