import { useRouter } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useText } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { SecretNotice } from './secret-notice.tsx';

interface Secret {
  title: string;
  secret: string;
}

export interface Secrets {
  /** Makes something with a secret, which then stays on the page until somebody has stored it. */
  keep: <Made extends { secret: string }>(make: () => Promise<Made>, titleOf: (made: Made) => string) => Promise<Made>;
  /** The secrets, and what holds somebody who wants to leave. */
  notices: ReactNode;
}

const show = (notice: HTMLElement | null) => notice?.scrollIntoView({ block: 'nearest' });

/**
 * The secrets of a page, which the API returns only once. While one is being made or is not stored yet, every way off
 * the page is held, and gone once all are stored; the browser asks before it closes the tab.
 */
export function useSecrets(): Secrets {
  const t = useText();
  const { history } = useRouter();
  const [secrets, setSecrets] = useState<readonly Secret[]>([]);
  const [making, setMaking] = useState(0);
  const [isFree, setFree] = useState(false);
  const [wanted, setWanted] = useState<{ go: () => void }>();
  const isHeld = !isFree && (making > 0 || secrets.length > 0);
  useEffect(() => {
    if (!isHeld) return undefined;
    return history.block({
      enableBeforeUnload: true,
      blockerFn: ({ currentLocation, nextLocation, action }) => {
        if (currentLocation.pathname === nextLocation.pathname) return false;
        const ways = { BACK: history.back, FORWARD: history.forward };
        const follow = () => history.push(nextLocation.href);
        setWanted({ go: action === 'BACK' || action === 'FORWARD' ? () => ways[action]() : follow });
        return true;
      },
    });
  }, [isHeld, history]);
  useEffect(() => {
    if (isHeld || !wanted) return;
    setWanted(undefined);
    wanted.go();
  }, [isHeld, wanted]);
  const keep: Secrets['keep'] = async (make, titleOf) => {
    setMaking((count) => count + 1);
    try {
      const made = await make();
      setSecrets((others) => [{ title: titleOf(made), secret: made.secret }, ...others]);
      return made;
    } catch (error) {
      // The page says what has failed.
      setWanted(undefined);
      throw error;
    } finally {
      setMaking((count) => count - 1);
    }
  };
  const notices = (
    <>
      {wanted && (
        <div className="notice" role="alert" ref={show}>
          <TriangleAlert aria-hidden size={20} />
          <div>
            <p className="notice-title">{t(making > 0 ? 'ui.secret.making' : 'ui.secret.held')}</p>
            <Button onClick={() => setFree(true)}>{t('ui.secret.leave')}</Button>
          </div>
        </div>
      )}
      {secrets.map(({ title, secret }) => (
        <SecretNotice
          key={secret}
          title={title}
          secret={secret}
          onDone={() => setSecrets((all) => all.filter((one) => one.secret !== secret))}
        />
      ))}
    </>
  );
  return { keep, notices };
}
