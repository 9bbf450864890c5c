import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Wide enough for two columns. */
  wide?: boolean;
}

interface MenuTriggerProps {
  label: string;
  icon: LucideIcon;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
}

export interface MenuProps extends MenuTriggerProps {
  items: readonly { id: string; text: string; icon?: LucideIcon; selected?: boolean; disabled?: boolean }[];
  onChoose: (id: string) => void;
}

/** The look of a menu's button, which is the same before and after the menu is loaded. */
export const menuButton = ({ label, icon: Icon, showLabel }: MenuTriggerProps) => ({
  className: showLabel ? 'button plain' : 'icon-button',
  'aria-label': label,
  children: (
    <>
      <Icon aria-hidden size={16} />
      {showLabel && <span className="menu-label">{label}</span>}
    </>
  ),
});

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
