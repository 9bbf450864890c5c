import { useAction } from '../../data/action.ts';

/** Makes a decision, offers its undo, and refetches the queues. One at a time: keys are faster than responses. */
export function useDecisions() {
  const action = useAction({ refreshes: ['publications', 'groups', 'people'], showsError: true, oneAtATime: true });
  /** `about` names the record. */
  const run = (act: () => Promise<unknown>, text: string, about: string, undo?: () => Promise<unknown>) =>
    action.run(act, () => ({ text, about, undo }));
  return { run, isBusy: action.isPending, error: action.error };
}
