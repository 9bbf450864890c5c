import { useRef } from 'react';
import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { LeavingContext, useEscaped } from './leaving.ts';
import { OverlayLanguage } from './overlay-language.tsx';
import { type PopoverButtonProps, popoverButton } from './popover-trigger.tsx';
import { useOpened } from './use-opened.ts';

export default function OpenPopover({ children, ...trigger }: PopoverButtonProps) {
  const { button, isOpen, setOpen } = useOpened();
  const leaving = useRef<(isEscaped: boolean) => void>(undefined);
  const isEscaped = useEscaped(isOpen);
  const change = (isNowOpen: boolean) => {
    if (!isNowOpen) leaving.current?.(isEscaped.current);
    setOpen(isNowOpen);
  };
  return (
    <OverlayLanguage>
      <DialogTrigger isOpen={isOpen} onOpenChange={change}>
        <Button ref={button} {...popoverButton(trigger)} />
        <Popover className="popover" placement="bottom start">
          <Dialog className="popover-panel" aria-label={trigger.label}>
            {({ close }) => (
              <LeavingContext value={leaving}>
                {typeof children === 'function' ? children(close) : children}
              </LeavingContext>
            )}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </OverlayLanguage>
  );
}
