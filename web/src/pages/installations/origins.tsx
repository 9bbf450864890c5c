import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { CopyLine } from '../../ui/secret/copy-line.tsx';
import { addOrigin, type Installation, key, type Origin, revokeOrigin, verifyOrigin } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

/** The sites that may use the plugin: added, then verified with a token that the site publishes. */
export function Origins({ installation }: { installation: Installation }) {
  const t = useText();
  const action = useAction({ refreshes: [key], showsError: true });
  const { values, text, discard } = useForm({ origin: '' }, { ...action, draft: `new-origin.${installation.id}` });
  const ended = installation.status === 'revoked' || installation.status === 'archived';
  const add = () =>
    action.run(
      () => addOrigin({ id: installation.id, origin: values.origin.trim() }),
      () => {
        discard();
        return undefined;
      },
    );
  return (
    <section className="section" aria-labelledby="origins">
      <h2 id="origins">{t('installations.origins')}</h2>
      {installation.origins.map((origin) => (
        <OriginCard key={origin.id} installation={installation} origin={origin} />
      ))}
      {!ended && (
        <Form
          inline
          className="origin-form"
          submit={t('installations.addOrigin')}
          kind={installation.origins.length === 0 ? 'primary' : 'plain'}
          busy={action.isPending}
          error={action.error}
          onSubmit={add}
        >
          <TextField
            type="url"
            label={t('installations.origin')}
            placeholder="https://www.example.org"
            required
            maxLength={300}
            {...text('origin')}
          />
        </Form>
      )}
    </section>
  );
}

function OriginCard({ installation, origin }: { installation: Installation; origin: Origin }) {
  const t = useText();
  const [revoking, setRevoking] = useState(false);
  const path = { id: installation.id, originId: origin.id };
  const { run, isPending, error } = useAction({ refreshes: [key], showsError: true });
  const { verification_status: status, verified_at, last_verification_error } = origin;
  const open = status === 'pending' || status === 'failed';
  return (
    <article className="origin" aria-label={origin.origin}>
      <div className="section-header">
        <p className="badges">
          <strong>{origin.origin}</strong>
          <StatusBadge status={status} />
          {verified_at != null && <Moment ms={verified_at} />}
        </p>
        {status !== 'revoked' && (
          <Button kind="danger" onClick={() => setRevoking(true)}>
            {t('installations.revokeOrigin')}
          </Button>
        )}
      </div>
      {open && <Publish origin={origin} platform={installation.platform} />}
      {status === 'failed' && (
        <p className="origin-error" role="alert">
          <strong>{t('installations.verifyFailed')}</strong> <span lang="en">{last_verification_error}</span>
        </p>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      {open && (
        <div>
          <Button kind="primary" busy={isPending} onClick={() => run(() => verifyOrigin(path))}>
            {status === 'failed' ? t('installations.verifyAgain') : t('installations.verify')}
          </Button>
        </div>
      )}
      {revoking && <RevokeDialog path={path} origin={origin.origin} onClose={() => setRevoking(false)} />}
    </article>
  );
}

interface RevokeDialogProps {
  path: { id: string; originId: string };
  origin: string;
  onClose: () => void;
}

function RevokeDialog({ path, origin, onClose }: RevokeDialogProps) {
  const t = useText();
  const { run, isPending, error } = useAction({ refreshes: [key], showsError: true });
  const revoke = () =>
    run(
      () => revokeOrigin(path),
      () => {
        onClose();
        return t('installations.originRevoked', { origin });
      },
    );
  return (
    <ConfirmDialog
      title={t('installations.revokeOrigin')}
      phrase={origin}
      action={t('installations.revoke')}
      busy={isPending}
      error={error}
      onConfirm={revoke}
      onClose={onClose}
    >
      <p>{t('installations.revokeOriginText')}</p>
    </ConfirmDialog>
  );
}

/** The token of an origin, and the two ways to publish it. */
function Publish({ origin, platform }: { origin: Origin; platform: Installation['platform'] }) {
  const t = useText();
  if (!origin.verification) return null;
  const [fileUrl = '', pluginUrl = ''] = origin.verification.urls;
  return (
    <div className="section">
      <p>{t('installations.publish')}</p>
      <CopyLine label={t('installations.token')} text={origin.verification.token} />
      <dl className="ways">
        <dt>{t('installations.way.file')}</dt>
        <dd>
          {t('installations.way.fileText')} <code>{fileUrl}</code>
        </dd>
        <dt>{t(`installations.platform.${platform}`)}</dt>
        <dd>
          {t('installations.way.pluginText')} <code>{pluginUrl}</code>
          <br />
          {t('installations.way.pluginId')} <code>{origin.id}</code>
        </dd>
      </dl>
      <p className="fine">{t('installations.publishRules')}</p>
    </div>
  );
}
