import { useHasText, useText } from '../../../text/text.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import type { Intake } from './queries.ts';

const tones: Record<Intake['state'], Tone> = {
  open: 'warning',
  checking: 'info',
  checked: 'neutral',
  applying: 'info',
  stopped: 'warning',
  applied: 'good',
  undoing: 'info',
  undone: 'neutral',
};

export function StateBadge({ state }: { state: Intake['state'] }) {
  const t = useText();
  return <Badge tone={tones[state] ?? 'neutral'}>{t(`import.intake.state.${state}`)}</Badge>;
}

const outcomeTones: Record<string, Tone> = {
  waiting: 'neutral',
  created: 'good',
  fetching: 'info',
  fetched: 'good',
  linked: 'good',
  edited: 'good',
  unchanged: 'neutral',
  skipped: 'neutral',
  failed: 'bad',
  undone: 'neutral',
  left: 'warning',
};

/** The outcome of a row. */
export function OutcomeBadge({ outcome }: { outcome: string }) {
  const t = useText();
  const hasText = useHasText();
  const key = `import.outcome.${outcome}`;
  return <Badge tone={outcomeTones[outcome] ?? 'neutral'}>{hasText(key) ? t(key) : outcome}</Badge>;
}
