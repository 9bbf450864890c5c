import { Pause, Play } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useFormat } from '../text/format.ts';
import { useTexts } from '../text/text.ts';
import { Button } from './button.tsx';
import { uiTexts } from './texts.ts';

/**
 * Refetches queries periodically. `refetchInterval` is their option, in milliseconds or false while paused; `control`
 * shows the interval and pauses it (WCAG 2.2.2).
 */
export function useAutoRefresh(everyMs: number): { refetchInterval: number | false; control: ReactNode } {
  const t = useTexts(uiTexts);
  const { number } = useFormat();
  const [paused, setPaused] = useState(false);
  return {
    refetchInterval: paused ? false : everyMs,
    control: (
      <div className="auto-refresh">
        <span className="fine">
          {paused ? t('refresh.paused') : t('refresh.every', { seconds: number(everyMs / 1000) })}
        </span>
        <Button icon={paused ? Play : Pause} onClick={() => setPaused(!paused)}>
          {paused ? t('refresh.resume') : t('refresh.pause')}
        </Button>
      </div>
    ),
  };
}
