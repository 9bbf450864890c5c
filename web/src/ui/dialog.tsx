import { lazy, Suspense } from 'react';
import type { DialogProps } from './overlay/triggers.tsx';

// React Aria is a third of all scripts, and no page needs it before something is opened.
const OpenDialog = lazy(() => import('./overlay/open-dialog.tsx'));

/** A dialog that is open as long as it is rendered. Escape and the button in its corner call `onClose`. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense>
      <OpenDialog {...props} />
    </Suspense>
  );
}
