import type { LucideIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

interface TriggerProps {
  label: string;
  icon: LucideIcon;
  /** Shows the label beside the icon. */
  showLabel?: boolean;
}

export interface MenuProps extends TriggerProps {
  items: readonly { id: string; text: string; icon?: LucideIcon; selected?: boolean; disabled?: boolean }[];
  onChoose: (id: string) => void;
}

const OpenMenu = lazy(() => import('./overlay/open-menu.tsx'));

/** A button that opens a menu of actions. */
export function Menu(props: MenuProps) {
  const [wasOpened, setOpened] = useState(false);
  const trigger = (
    <button
      type="button"
      {...menuButton(props)}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={() => setOpened(true)}
    />
  );
  if (!wasOpened) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenMenu {...props} />
    </Suspense>
  );
}

/** The look of the button, which is the same before and after the menu is loaded. */
export const menuButton = ({ label, icon: Icon, showLabel }: TriggerProps) => ({
  className: showLabel ? 'button plain' : 'icon-button',
  'aria-label': label,
  children: (
    <>
      <Icon aria-hidden size={16} />
      {showLabel && <span className="menu-label">{label}</span>}
    </>
  ),
});
