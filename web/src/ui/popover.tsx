import { lazy, Suspense, useState } from 'react';
import { type PopoverButtonProps, popoverButton } from './overlay/popover-trigger.tsx';

const OpenPopover = lazy(() => import('./overlay/open-popover.tsx'));

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
  return (
    <Suspense fallback={trigger}>
      <OpenPopover {...props} />
    </Suspense>
  );
}
