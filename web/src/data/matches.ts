import { answerOf, api, type Schema } from '../api/client.ts';
import { useTexts } from '../text/text.ts';
import { matchTexts } from '../ui/match-texts.ts';
import type { MatchDecision } from '../ui/researcher-matches.tsx';
import { useErrorToast, useToast } from '../ui/toasts.tsx';
import { decisionsBack } from './match-undo.ts';
import { useRefreshPublications } from './publication.ts';

const decide = (id: string, body: MatchDecision) =>
  answerOf(api.POST('/api/publication-matches/{id}', { params: { path: { id } }, body }));

/** Decides which author a researcher is. The undo brings back what was decided before. */
export function useMatchDecision(): (id: string, researcher: Schema<'ResearcherMatch'>, body: MatchDecision) => void {
  const m = useTexts(matchTexts);
  const toast = useToast();
  const showError = useErrorToast();
  const refresh = useRefreshPublications();
  const attempt = async (act: () => Promise<unknown>, done: string, undo?: () => void) => {
    try {
      await act();
      toast({ text: done, ...(undo && { undo }) });
    } catch (error) {
      showError(error);
    }
    await refresh();
  };
  return (id, researcher, body) => {
    const takeBack = async () => {
      for (const each of decisionsBack(researcher.decision, body)) await decide(id, each);
    };
    const name = researcher.name ?? researcher.orcid;
    attempt(
      () => decide(id, body),
      m(`done.${body.decision}`, { name }),
      body.decision === 'undo' ? undefined : () => attempt(takeBack, m('done.undo', { name })),
    );
  };
}
