import { lazy, type ReactNode, Suspense } from 'react';

export interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Wide enough for two columns. */
  wide?: boolean;
}

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
