import { type ReactNode, useState } from 'react';
import { type Action, useAction } from '../../data/action.ts';
import { apiKeysKey as key } from '../../data/api-keys.ts';
import { changesOf } from '../../data/changes.ts';
import { type FormValues, useForm } from '../../data/form.ts';
import { useText } from '../../text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { CheckboxGroup, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import {
  type ApiKey,
  changeApiKey,
  createApiKey,
  type KeySettings,
  type MakeKey,
  type Scope,
  scopes,
} from './queries.ts';

interface CreateDialogProps {
  make: MakeKey;
  onClose: () => void;
}

/** The settings as they are typed. */
interface Values {
  client_name: string;
  scopes: readonly Scope[];
  rate_limit_per_minute: string;
  /** A day; empty for no expiry. */
  expires_at: string;
}

const typedOf = ({ client_name, scopes, rate_limit_per_minute }: KeySettings): Values => ({
  client_name,
  scopes,
  rate_limit_per_minute: String(rate_limit_per_minute),
  expires_at: '',
});

const settingsOf = ({ client_name, scopes, rate_limit_per_minute }: Values): KeySettings => ({
  client_name: client_name.trim(),
  scopes: [...scopes],
  rate_limit_per_minute: Number(rate_limit_per_minute),
});

export function CreateDialog({ make, onClose }: CreateDialogProps) {
  const t = useText();
  const action = useAction({ refreshes: [key], showsError: true, whoCan: t('notice.superadmins') });
  const form = useForm(typedOf({ client_name: '', scopes: ['ingest'], rate_limit_per_minute: 60 }), {
    ...action,
    draft: 'new-api-key',
  });
  const { expires_at: day } = form.values;
  const create = () =>
    action.run(
      () =>
        make(() =>
          createApiKey({
            ...settingsOf(form.values),
            expires_at: day === '' ? null : new Date(`${day}T00:00`).getTime(),
          }),
        ),
      () => {
        form.discard();
        onClose();
        return undefined;
      },
    );
  return (
    <SettingsDialog
      title={t('apiKeys.create')}
      submit={t('apiKeys.create')}
      form={form}
      action={action}
      onSubmit={create}
      onClose={onClose}
    >
      <TextField type="date" label={t('apiKeys.expiresOptional')} {...form.text('expires_at')} />
    </SettingsDialog>
  );
}

/** Changes the settings of a key. It keeps its secret and expiry. The undo restores the previous settings. */
export function EditDialog({ edited, onClose }: { edited: ApiKey; onClose: () => void }) {
  const t = useText();
  const { key_hash: keyHash, client_name, scopes, rate_limit_per_minute } = edited;
  // The settings when the dialog opened: other people's changes are neither overwritten nor undone.
  const [before] = useState<KeySettings>({ client_name, scopes, rate_limit_per_minute });
  const action = useAction({ refreshes: [key], showsError: true, whoCan: t('notice.superadmins') });
  const form = useForm(typedOf(before), { ...action, draft: `api-key.${keyHash}.${JSON.stringify(before)}` });
  const save = () => {
    const settings = settingsOf(form.values);
    const changes = changesOf(before, settings);
    if (Object.keys(changes).length === 0) {
      form.discard();
      return onClose();
    }
    action.run(
      () => changeApiKey({ keyHash, ...changes }),
      () => {
        form.discard();
        onClose();
        return {
          text: t('apiKeys.settingsChanged', { name: settings.client_name }),
          undo: () => changeApiKey({ keyHash, ...changesOf(settings, before) }),
        };
      },
    );
  };
  return (
    <SettingsDialog
      title={t('apiKeys.editWhich', { name: `${client_name} …${edited.last4}` })}
      submit={t('action.save')}
      form={form}
      action={action}
      onSubmit={save}
      onClose={onClose}
    />
  );
}

interface SettingsDialogProps {
  title: string;
  submit: string;
  form: FormValues<Values>;
  action: Action;
  onSubmit: () => void;
  onClose: () => void;
  children?: ReactNode;
}

function SettingsDialog({ title, submit, form, action, onSubmit, onClose, children }: SettingsDialogProps) {
  const t = useText();
  const { values, set, text, discard } = form;
  const end = () => {
    discard();
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <Form
        submit={submit}
        busy={action.isPending}
        error={action.error}
        whoCan={t('notice.superadmins')}
        why={values.scopes.length === 0 ? t('apiKeys.noScope') : undefined}
        onSubmit={onSubmit}
        onCancel={end}
      >
        <TextField
          label={t('apiKeys.name')}
          hint={t('apiKeys.nameHint')}
          required
          autoFocus
          maxLength={100}
          {...text('client_name')}
        />
        <CheckboxGroup
          legend={t('apiKeys.scopes')}
          options={scopes.map((value) => ({ value, text: t(`apiKeys.scope.${value}`) }))}
          values={values.scopes}
          onChange={(chosen) => set({ scopes: chosen })}
        />
        <TextField
          type="number"
          label={t('apiKeys.limit')}
          required
          min={1}
          max={60_000}
          {...text('rate_limit_per_minute')}
        />
        {children}
      </Form>
    </Dialog>
  );
}
