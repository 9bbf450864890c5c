import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface PopoverTriggerProps {
  label: string;
  icon: LucideIcon;
  /** What is chosen inside, beside the label. */
  value?: string | undefined;
}

export interface PopoverButtonProps extends PopoverTriggerProps {
  /** Rendered only while it is open. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** The look of a panel's button, which is the same before and after the panel is loaded. */
export const popoverButton = ({ label, icon: Icon, value }: PopoverTriggerProps) => ({
  className: value ? 'button plain chosen' : 'button plain',
  children: (
    <>
      <Icon aria-hidden size={16} />
      <span>{label}</span>
      {value && <span className="chosen-value">{value}</span>}
    </>
  ),
});
