import { useState } from 'react';
import { issueOf } from '../../api/issue-of.ts';
import { useChange } from '../../data/use-change.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { CopyLine } from '../../ui/secret/copy-line.tsx';
import { addOrigin, type Installation, key, type Origin, revokeOrigin, verifyOrigin } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

/** The sites that may use the plugin: added, then verified with a token that the site publishes. */
export function Origins({ installation }: { installation: Installation }) {
  const t = useText();
  const [origin, setOrigin] = useState('');
  const add = useChange(key, addOrigin);
  const ended = installation.status === 'revoked' || installation.status === 'archived';
  return (
    <section className="section" aria-labelledby="origins">
      <h2 id="origins">{t('installations.origins')}</h2>
      {installation.origins.map((origin) => (
        <OriginCard key={origin.id} installation={installation} origin={origin} />
      ))}
      {!ended && (
        <form
          className="toolbar origin-form"
          onSubmit={(event) => {
            event.preventDefault();
            add.mutate({ id: installation.id, origin: origin.trim() }, { onSuccess: () => setOrigin('') });
          }}
        >
          <TextField
            type="url"
            label={t('installations.origin')}
            placeholder="https://www.example.org"
            required
            maxLength={300}
            value={origin}
            issue={issueOf(add.error, 'origin')}
            onChange={(event) => setOrigin(event.target.value)}
          />
          <Button kind={installation.origins.length === 0 ? 'primary' : 'plain'} type="submit" busy={add.isPending}>
            {t('installations.addOrigin')}
          </Button>
        </form>
      )}
      {add.error && <ErrorNotice error={add.error} />}
    </section>
  );
}

function OriginCard({ installation, origin }: { installation: Installation; origin: Origin }) {
  const t = useText();
  const [revoking, setRevoking] = useState(false);
  const path = { id: installation.id, originId: origin.id };
  const verify = useChange(key, verifyOrigin);
  const revoke = useChange(key, revokeOrigin);
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
      {verify.error && <ErrorNotice error={verify.error} />}
      {open && (
        <div>
          <Button kind="primary" busy={verify.isPending} onClick={() => verify.mutate(path)}>
            {status === 'failed' ? t('installations.verifyAgain') : t('installations.verify')}
          </Button>
        </div>
      )}
      {revoking && (
        <ConfirmDialog
          title={t('installations.revokeOrigin')}
          phrase={origin.origin}
          action={t('installations.revoke')}
          busy={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate(path, { onSuccess: () => setRevoking(false) })}
          onClose={() => {
            revoke.reset();
            setRevoking(false);
          }}
        >
          <p>{t('installations.revokeOriginText')}</p>
        </ConfirmDialog>
      )}
    </article>
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
