import { Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/text.ts';
import { Button } from './button.tsx';

/**
 * Refetches queries periodically. `refetchInterval` is their option, in milliseconds or false while paused; `control`
 * shows the interval and pauses it (WCAG 2.2.2).
 */
export function useAutoRefresh(everyMs: number): { refetchInterval: number | false; control: ReactNode } {
  const t = useText();
  const { number } = useFormat();
  const [paused, setPaused] = useState(false);
  return {
    refetchInterval: paused ? false : everyMs,
    control: (
      <div className="auto-refresh">
        <span className="fine">
          {paused ? t('ui.refresh.paused') : t('ui.refresh.every', { seconds: number(everyMs / 1000) })}
        </span>
        <Button icon={paused ? Play : Pause} onClick={() => setPaused(!paused)}>
          {paused ? t('ui.refresh.resume') : t('ui.refresh.pause')}
        </Button>
      </div>
    ),
  };
}
