import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components';
import { OverlayLanguage } from './overlay-language.tsx';
import { type PopoverButtonProps, popoverButton } from './popover-trigger.tsx';
import { useOpened } from './use-opened.ts';

export default function OpenPopover({ children, ...trigger }: PopoverButtonProps) {
  const { button, isOpen, setOpen } = useOpened();
  return (
    <OverlayLanguage>
      <DialogTrigger isOpen={isOpen} onOpenChange={setOpen}>
        <Button ref={button} {...popoverButton(trigger)} />
        <Popover className="popover" placement="bottom start">
          <Dialog className="popover-panel" aria-label={trigger.label}>
            {({ close }) => (typeof children === 'function' ? children(close) : children)}
          </Dialog>
        </Popover>
      </DialogTrigger>
    </OverlayLanguage>
  );
}
