import { later } from './later.tsx';
import type { DialogProps } from './overlay/triggers.tsx';

// React Aria is a third of all scripts, and is needed only once something is opened.
const OpenDialog = later<DialogProps>(() => import('./overlay/open-dialog.tsx'));

/** A dialog, open while rendered. Escape and its close button call `onClose`. */
export function Dialog(props: DialogProps) {
  return <OpenDialog {...props} onFault={props.onClose} />;
}
