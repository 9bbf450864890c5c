import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import { useChange } from '../../data/use-change.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxGroup, SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { createInstallation, type Installation, key, platforms, scopes } from './queries.ts';

/** Creates an installation and opens it for the next step. */
export function CreateDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [platform, setPlatform] = useState<Installation['platform']>('wordpress');
  const [granted, setGranted] = useState<Installation['scopes']>(['publications.read']);
  const create = useChange(key, createInstallation);
  return (
    <Dialog title={t('installations.create')} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(
            { display_name: name.trim(), platform, scopes: granted },
            {
              onSuccess: ({ installation: { id } }) => navigate({ to: '/installations/$id', params: { id } }),
            },
          );
        }}
      >
        <TextField
          label={t('installations.name')}
          hint={t('installations.nameHint')}
          required
          autoFocus
          maxLength={200}
          value={name}
          issue={issueOf(create.error, 'display_name')}
          onChange={(event) => setName(event.target.value)}
        />
        <SelectField
          label={t('installations.platform')}
          value={platform}
          options={platforms.map((value) => ({ value, text: t(`installations.platform.${value}`) }))}
          onChoose={setPlatform}
        />
        <CheckboxGroup
          legend={t('installations.scopes')}
          options={scopes.map((value) => ({ value, text: t(`installations.scope.${value}`) }))}
          values={granted}
          onChange={setGranted}
        />
        {create.error && <ErrorNotice error={create.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" busy={create.isPending}>
            {t('installations.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
