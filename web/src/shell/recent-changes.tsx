import { Undo2 } from 'lucide-react';
import { useText } from '../text/text.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Moment } from '../ui/moment.tsx';
import { useRecentChanges } from '../ui/toasts.tsx';

/** The changes that this person has made since they opened the dashboard, each with its undo. */
export default function RecentChanges({ onClose }: { onClose: () => void }) {
  const t = useText();
  const changes = useRecentChanges();
  return (
    <Dialog title={t('recentChanges.title')} onClose={onClose} wide>
      <p className="fine">{t('recentChanges.hint')}</p>
      {changes.length === 0 && <p>{t('recentChanges.none')}</p>}
      <ol className="recent-changes">
        {changes.map(({ id, text, about, atMs, isUndone, undo }) => (
          <li key={id} className="recent-change">
            <span>
              {text}
              {about !== undefined && (
                <>
                  {' · '}
                  <bdi>{about}</bdi>
                </>
              )}
            </span>
            <span className="fine">
              <Moment ms={atMs} />
            </span>
            <Button
              icon={Undo2}
              disabled={isUndone}
              aria-label={`${t(isUndone ? 'recentChanges.undone' : 'action.undo')}: ${text}`}
              onClick={undo}
            >
              {t(isUndone ? 'recentChanges.undone' : 'action.undo')}
            </Button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
