import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Archive, Ban, Pencil, Power } from 'lucide-react';
import { useState } from 'react';
import '../../styles/installations.css';
import { useAction } from '../../data/action.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Credentials } from './credentials.tsx';
import { EditDialog } from './edit-dialog.tsx';
import { Origins } from './origins.tsx';
import { changeInstallation, type Installation, installation, key } from './queries.ts';
import { StatusBadge } from './status-badge.tsx';

const archivable: readonly Installation['status'][] = ['draft', 'disabled', 'revoked'];

const route = getRouteApi('/installations/$id');

/** One installation, and the next step towards a working plugin. */
export function InstallationPage() {
  const t = useText();
  const { id } = route.useParams();
  const query = useQuery(installation(id));
  const { data } = query;
  return (
    <Page
      title={data?.installation.display_name ?? t('page.installations')}
      back={{ to: '/installations', text: t('installations.all') }}
      actions={data && <StatusActions installation={data.installation} />}
    >
      <Loaded query={query} rows={6}>
        {(read) => (
          <>
            <Steps installation={read.installation} />
            <Origins installation={read.installation} />
            <Credentials key={read.installation.id} installation={read.installation} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** The progress of the installation: created, origin added, token published, verified. */
function Steps({ installation: { status, platform, description, scopes, origins } }: { installation: Installation }) {
  const t = useText();
  const usable = origins.filter(({ verification_status }) => verification_status !== 'revoked');
  const verified = usable.some(({ verification_status }) => verification_status === 'verified');
  const steps = [
    { text: t('installations.step.made'), done: true },
    { text: t('installations.step.origin'), done: usable.length > 0 },
    { text: t('installations.step.verify'), done: verified },
    { text: t('installations.step.credential'), done: status === 'active' && verified },
  ];
  const next = steps.findIndex(({ done }) => !done);
  return (
    <div className="section">
      <p className="badges">
        <StatusBadge status={status} />
        <span>{t(`installations.platform.${platform}`)}</span>
        <span className="fine">{scopes.map((scope) => t(`installations.scope.${scope}`)).join(', ')}</span>
      </p>
      {description && <p className="description">{description}</p>}
      {(status === 'draft' || status === 'pending_verification') && (
        <ol className="steps">
          {steps.map(({ text, done }, index) => (
            <li key={text} className={done ? 'done' : undefined} aria-current={index === next ? 'step' : undefined}>
              {text} {done && <span className="visually-hidden">{t('installations.step.done')}</span>}
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function StatusActions({ installation }: { installation: Installation }) {
  const { id, status, display_name } = installation;
  const t = useText();
  const [isEditing, setEditing] = useState(false);
  const [ending, setEnding] = useState<'revoked' | 'archived'>();
  const isFinal = status === 'revoked' || status === 'archived';
  const { run, isPending } = useAction({ refreshes: [key], about: display_name });
  const set = (wanted: 'active' | 'disabled') =>
    run(
      () => changeInstallation({ id, status: wanted }),
      () => ({
        text: t('installations.statusChanged', { status: t(`installations.status.${wanted}`) }),
        undo: () => changeInstallation({ id, status: wanted === 'active' ? 'disabled' : 'active' }),
      }),
    );
  return (
    <>
      {!isFinal && (
        <Button icon={Pencil} onClick={() => setEditing(true)}>
          {t('installations.edit')}
        </Button>
      )}
      {status === 'active' && (
        <Button icon={Power} busy={isPending} onClick={() => set('disabled')}>
          {t('installations.disable')}
        </Button>
      )}
      {status === 'disabled' && (
        <Button icon={Power} busy={isPending} onClick={() => set('active')}>
          {t('installations.enable')}
        </Button>
      )}
      {!isFinal && (
        <Button kind="danger" icon={Ban} onClick={() => setEnding('revoked')}>
          {t('installations.revokeInstallation')}
        </Button>
      )}
      {archivable.includes(status) && (
        <Button icon={Archive} onClick={() => setEnding('archived')}>
          {t('installations.archive')}
        </Button>
      )}
      {isEditing && <EditDialog installation={installation} onClose={() => setEditing(false)} />}
      {ending && <EndDialog installation={installation} ending={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

interface EndDialogProps {
  installation: Installation;
  ending: 'revoked' | 'archived';
  onClose: () => void;
}

function EndDialog({ installation: { id, display_name }, ending, onClose }: EndDialogProps) {
  const t = useText();
  const { run, isPending, error } = useAction({ refreshes: [key], about: display_name, showsError: true });
  const isRevocation = ending === 'revoked';
  const end = () =>
    run(
      () => changeInstallation({ id, status: ending }),
      () => {
        onClose();
        return t('installations.statusChanged', { status: t(`installations.status.${ending}`) });
      },
    );
  return (
    <ConfirmDialog
      title={t(isRevocation ? 'installations.revokeInstallation' : 'installations.archive')}
      phrase={display_name}
      action={t(isRevocation ? 'installations.revoke' : 'installations.archive')}
      busy={isPending}
      error={error}
      onConfirm={end}
      onClose={onClose}
    >
      <p>{t(isRevocation ? 'installations.revokeInstallationText' : 'installations.archiveText')}</p>
    </ConfirmDialog>
  );
}
