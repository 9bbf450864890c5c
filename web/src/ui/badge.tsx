import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export type Tone = 'neutral' | 'good' | 'warning' | 'bad' | 'info';

/** A state as a word with a colour and sometimes an icon. Colour alone never carries meaning. */
export function Badge({
  tone = 'neutral',
  icon: Icon,
  children,
}: {
  tone?: Tone;
  icon?: LucideIcon;
  children: ReactNode;
}) {
  return (
    <span className={`badge ${tone}`}>
      {Icon && <Icon aria-hidden size={12} />}
      {children}
    </span>
  );
}
