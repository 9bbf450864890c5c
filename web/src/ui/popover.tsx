import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog, DialogTrigger, Button as OpenButton, Popover } from 'react-aria-components';

interface PopoverButtonProps {
  label: string;
  icon: LucideIcon;
  /** What is chosen inside, beside the label. */
  value?: string | undefined;
  /** Rendered only while it is open. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** A button that opens a small panel beside it, for choices that stay open until somebody leaves them. */
export function PopoverButton({ label, icon: Icon, value, children }: PopoverButtonProps) {
  return (
    <DialogTrigger>
      <OpenButton className={value ? 'button plain chosen' : 'button plain'}>
        <Icon aria-hidden size={16} />
        <span>{label}</span>
        {value && <span className="chosen-value">{value}</span>}
      </OpenButton>
      <Popover className="popover" placement="bottom start">
        <Dialog className="popover-panel" aria-label={label}>
          {({ close }) => (typeof children === 'function' ? children(close) : children)}
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
}
