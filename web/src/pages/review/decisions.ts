import { useState } from 'react';
import { useRefreshPublications } from '../../data/publication.ts';
import { useText } from '../../text/text.ts';
import { useToast } from '../../ui/toasts.tsx';

/** Makes a decision, offers its undo, and refetches the queues. One at a time: keys are faster than responses. */
export function useDecisions() {
  const t = useText();
  const toast = useToast();
  const refresh = useRefreshPublications();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  /** `about` names the record. */
  const run = async (
    act: () => Promise<unknown>,
    text: string,
    about: string,
    undo?: () => Promise<unknown>,
  ): Promise<void> => {
    if (isBusy) return;
    setBusy(true);
    setError(undefined);
    try {
      await act();
      toast({ text, about, ...(undo && { undo: () => run(undo, t('review.undone'), about) }) });
    } catch (problem) {
      setError(problem);
    }
    await refresh();
    setBusy(false);
  };
  return { run, isBusy, error };
}
