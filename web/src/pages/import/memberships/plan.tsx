import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import type { ImportMode } from './membership-rows.ts';
import type { MembershipPlan } from './requests.ts';

const states = ['created', 'waiting', 'changed', 'ended', 'unchanged', 'failed'] as const;

/** The changes that an import would make, in numbers. */
export function Plan({ plan, mode }: { plan: MembershipPlan | undefined; mode: ImportMode }) {
  const t = useText();
  const { number } = useFormat();
  if (!plan) return <p role="status">{t('import.plan')}</p>;
  const all = [...plan.outcomes.values()];
  const counts = states.map((state) => ({ state, count: all.filter((each) => each.state === state).length }));
  const sentences = counts
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => t(`import.members.${state}`, { count, shown: number(count) }));
  const differing = all.filter(({ code }) => code === 'name_differs').length;
  if (differing > 0) sentences.push(t('import.members.differing', { count: differing, shown: number(differing) }));
  const { left } = plan;
  if (mode === 'replace') {
    sentences.push(
      left === undefined
        ? t('import.members.leftLater')
        : t('import.members.left', { count: left, shown: number(left) }),
    );
  }
  return <p role="status">{sentences.join(' ')}</p>;
}
