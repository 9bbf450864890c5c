import { useState } from 'react';
import { later } from './later.tsx';
import { type PopoverButtonProps, popoverButton } from './overlay/popover-trigger.tsx';

const OpenPopover = later<PopoverButtonProps>(() => import('./overlay/open-popover.tsx'));

/** A button that opens a small panel for choices, which stays open until the user leaves it. */
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
  return <OpenPopover {...props} fallback={trigger} onFault={() => setOpened(false)} />;
}
