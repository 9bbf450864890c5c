import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface PopoverTriggerProps {
  label: string;
  icon: LucideIcon;
  /** The chosen value, beside the label. */
  value?: string | undefined;
}

export interface PopoverButtonProps extends PopoverTriggerProps {
  /** Rendered only while open. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** The look of the button, the same before and after the panel is loaded. */
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
