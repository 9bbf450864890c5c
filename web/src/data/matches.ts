import { answerOf, api, type Schema } from '../api/client.ts';
import { useText } from '../text/text.ts';
import type { MatchDecision } from '../ui/researcher-matches.tsx';
import { useAction } from './action.ts';
import { undoDecisions } from './match-undo.ts';

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
  const { run, isPending } = useAction({ refreshes: ['publications'], oneAtATime: true });
  const decide: Decide = (id, researcher, body) => {
    const takeBack = async () => {
      for (const each of undoDecisions(researcher.decision ?? null, body)) await postDecision(id, each);
    };
    run(
      () => postDecision(id, body),
      () => ({
        text: t(`matches.done.${body.decision}`, { name: researcher.name ?? researcher.orcid }),
        undo: body.decision === 'undo' ? undefined : takeBack,
      }),
    );
  };
  return { decide, isBusy: isPending };
}
