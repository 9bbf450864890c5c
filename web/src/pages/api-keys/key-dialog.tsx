import { type ReactNode, useState } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import { changesOf } from '../../data/changes.ts';
import { useChange } from '../../data/use-change.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxGroup, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { type ApiKey, changeApiKey, createApiKey, type KeySettings, key, type Scope, scopes } from './queries.ts';

interface CreateDialogProps {
  onMade: (made: { key: ApiKey; secret: string }) => void;
  onClose: () => void;
}

export function CreateDialog({ onMade, onClose }: CreateDialogProps) {
  const t = useText();
  const [day, setDay] = useState('');
  const create = useChange(key, createApiKey);
  const submit = (settings: KeySettings) => {
    const expires_at = day === '' ? null : new Date(`${day}T00:00`).getTime();
    const onSuccess = (made: { key: ApiKey; secret: string }) => {
      onMade(made);
      onClose();
    };
    create.mutate({ ...settings, expires_at }, { onSuccess });
  };
  return (
    <SettingsDialog
      title={t('apiKeys.create')}
      action={t('apiKeys.create')}
      initial={{ client_name: '', scopes: ['ingest'], rate_limit_per_minute: 60 }}
      change={create}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        type="date"
        label={t('apiKeys.expiresOptional')}
        value={day}
        issue={issueOf(create.error, 'expires_at')}
        onChange={(event) => setDay(event.target.value)}
      />
    </SettingsDialog>
  );
}

/** Changes the settings of a key. It keeps its secret and expiry. The undo restores the previous settings. */
export function EditDialog({ edited, onClose }: { edited: ApiKey; onClose: () => void }) {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const { key_hash: keyHash, client_name, scopes, rate_limit_per_minute } = edited;
  // The settings when the dialog opened: other people's changes are neither overwritten nor undone.
  const [before] = useState<KeySettings>({ client_name, scopes, rate_limit_per_minute });
  const change = useChange(key, changeApiKey);
  const undo = useChange(key, changeApiKey, showError);
  const submit = (settings: KeySettings) => {
    const changes = changesOf(before, settings);
    if (Object.keys(changes).length === 0) return onClose();
    const onSuccess = () => {
      const text = t('apiKeys.settingsChanged', { name: settings.client_name });
      toast({ text, tone: 'good', undo: () => undo.mutate({ keyHash, ...changesOf(settings, before) }) });
      onClose();
    };
    change.mutate({ keyHash, ...changes }, { onSuccess });
  };
  return (
    <SettingsDialog
      title={t('apiKeys.editWhich', { name: `${client_name} …${edited.last4}` })}
      action={t('action.save')}
      initial={before}
      change={change}
      onSubmit={submit}
      onClose={onClose}
    />
  );
}

interface SettingsDialogProps {
  title: string;
  action: string;
  initial: KeySettings;
  change: { error: Error | null; isPending: boolean };
  onSubmit: (settings: KeySettings) => void;
  onClose: () => void;
  children?: ReactNode;
}

function SettingsDialog({ title, action, initial, change, onSubmit, onClose, children }: SettingsDialogProps) {
  const t = useText();
  const [name, setName] = useState(initial.client_name);
  const [granted, setGranted] = useState<Scope[]>(initial.scopes);
  const [limit, setLimit] = useState(String(initial.rate_limit_per_minute));
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit({ client_name: name.trim(), scopes: granted, rate_limit_per_minute: Number(limit) });
        }}
      >
        <TextField
          label={t('apiKeys.name')}
          hint={t('apiKeys.nameHint')}
          required
          autoFocus
          maxLength={100}
          value={name}
          issue={issueOf(change.error, 'client_name')}
          onChange={(event) => setName(event.target.value)}
        />
        <CheckboxGroup
          legend={t('apiKeys.scopes')}
          options={scopes.map((value) => ({ value, text: t(`apiKeys.scope.${value}`) }))}
          values={granted}
          onChange={setGranted}
        />
        <TextField
          type="number"
          label={t('apiKeys.limit')}
          required
          min={1}
          max={60_000}
          value={limit}
          issue={issueOf(change.error, 'rate_limit_per_minute')}
          onChange={(event) => setLimit(event.target.value)}
        />
        {children}
        {change.error && <ErrorNotice error={change.error} />}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="primary" type="submit" busy={change.isPending}>
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
