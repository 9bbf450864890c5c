import type { LucideIcon } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';

interface TriggerProps {
  label: string;
  icon: LucideIcon;
  /** What is chosen inside, beside the label. */
  value?: string | undefined;
}

export interface PopoverButtonProps extends TriggerProps {
  /** Rendered only while it is open. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

const OpenPopover = lazy(() => import('./overlay/open-popover.tsx'));

/** A button that opens a small panel beside it, for choices that stay open until somebody leaves them. */
export function PopoverButton(props: PopoverButtonProps) {
  const [wasOpened, setOpened] = useState(false);
  const trigger = (
    <button
      type="button"
      {...popoverButton(props)}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => setOpened(true)}
    />
  );
  if (!wasOpened) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenPopover {...props} />
    </Suspense>
  );
}

/** The look of the button, which is the same before and after the panel is loaded. */
export const popoverButton = ({ label, icon: Icon, value }: TriggerProps) => ({
  className: value ? 'button plain chosen' : 'button plain',
  children: (
    <>
      <Icon aria-hidden size={16} />
      <span>{label}</span>
      {value && <span className="chosen-value">{value}</span>}
    </>
  ),
});
