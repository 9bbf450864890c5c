import { useRef, useState } from 'react';
import { answerOf, api, type Schema } from '../api/client.ts';
import { useText } from '../text/text.ts';
import type { MatchDecision } from '../ui/researcher-matches.tsx';
import { useErrorToast, useToast } from '../ui/toasts.tsx';
import { undoDecisions } from './match-undo.ts';
import { useRefreshPublications } from './publication.ts';

const postDecision = (id: string, body: MatchDecision) =>
  answerOf(api.POST('/api/publication-matches/{id}', { params: { path: { id } }, body }));

type Researcher = Pick<Schema<'ResearcherMatch'>, 'orcid' | 'name'> &
  Partial<Pick<Schema<'ResearcherMatch'>, 'decision'>>;
type Decide = (id: string, researcher: Researcher, body: MatchDecision) => void;

/**
 * Decides which author a researcher is. The undo restores the previous decisions. One at a time: a key pressed before
 * the response would decide the same question again, not the next one.
 */
export function useMatchDecision(): { decide: Decide; isBusy: boolean } {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const refresh = useRefreshPublications();
  const [isBusy, setBusy] = useState(false);
  // An undo may run beside a decision. A ref, because keys read it before the next render.
  const running = useRef(0);
  const attempt = async (act: () => Promise<unknown>, done: string, undo?: () => void) => {
    running.current += 1;
    setBusy(true);
    try {
      await act();
      toast({ text: done, ...(undo && { undo }) });
    } catch (error) {
      showError(error);
    }
    await refresh();
    running.current -= 1;
    setBusy(running.current > 0);
  };
  const decide: Decide = (id, researcher, body) => {
    if (running.current > 0) return;
    const takeBack = async () => {
      for (const each of undoDecisions(researcher.decision ?? null, body)) await postDecision(id, each);
    };
    const name = researcher.name ?? researcher.orcid;
    attempt(
      () => postDecision(id, body),
      t(`matches.done.${body.decision}`, { name }),
      body.decision === 'undo' ? undefined : () => attempt(takeBack, t('matches.done.undo', { name })),
    );
  };
  return { decide, isBusy };
}
