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
  showLabel?: boolean;
  /** The text of the button in place of its label, which is part of it. */
  value?: string;
}

export interface MenuProps extends MenuTriggerProps {
  items: readonly { id: string; text: string; icon?: LucideIcon; selected?: boolean; disabled?: boolean }[];
  onChoose: (id: string) => void;
}

/** The look of the button, the same before and after the menu is loaded. */
export const menuButton = ({ label, icon: Icon, showLabel, value }: MenuTriggerProps) => ({
  className: showLabel || value ? 'button plain' : 'icon-button',
  'aria-label': label,
  children: (
    <>
      {value}
      <Icon aria-hidden size={16} />
      {showLabel && <span className="menu-label">{label}</span>}
    </>
  ),
});
