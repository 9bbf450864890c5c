import { useState } from 'react';
import { issueOf } from '../../api/api-error.ts';
import { useChange } from '../../data/use-change.ts';
import { useText, useTexts } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxGroup, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { type ApiKey, createApiKey, key, type Scope, scopes } from './queries.ts';
import { texts } from './texts.ts';

interface CreateDialogProps {
  onMade: (made: { key: ApiKey; secret: string }) => void;
  onClose: () => void;
}

export function CreateDialog({ onMade, onClose }: CreateDialogProps) {
  const t = useText();
  const k = useTexts(texts);
  const [name, setName] = useState('');
  const [granted, setGranted] = useState<Scope[]>(['ingest']);
  const [limit, setLimit] = useState('60');
  const [day, setDay] = useState('');
  const create = useChange(key, createApiKey);
  return (
    <Dialog title={k('create')} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          const expires_at = day === '' ? null : new Date(`${day}T00:00`).getTime();
          create.mutate(
            { client_name: name.trim(), scopes: granted, rate_limit_per_minute: Number(limit), expires_at },
            {
              onSuccess: (made) => {
                onMade(made);
                onClose();
              },
            },
          );
        }}
      >
        <TextField
          label={k('name')}
          hint={k('nameHint')}
          required
          autoFocus
          maxLength={100}
          value={name}
          issue={issueOf(create.error, 'client_name')}
          onChange={(event) => setName(event.target.value)}
        />
        <CheckboxGroup
          legend={k('scopes')}
          options={scopes.map((value) => ({ value, text: k(`scope.${value}`) }))}
          values={granted}
          onChange={setGranted}
        />
        <TextField
          type="number"
          label={k('limit')}
          required
          min={1}
          max={60_000}
          value={limit}
          issue={issueOf(create.error, 'rate_limit_per_minute')}
          onChange={(event) => setLimit(event.target.value)}
        />
        <TextField
          type="date"
          label={k('expiresOptional')}
          value={day}
          issue={issueOf(create.error, 'expires_at')}
          onChange={(event) => setDay(event.target.value)}
        />
        {create.error && <ErrorNotice error={create.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" busy={create.isPending}>
            {k('create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
