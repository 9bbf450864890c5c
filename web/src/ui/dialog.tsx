import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../text/text.ts';
import { IconButton } from './button.tsx';

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  /** Wide enough for two columns. */
  wide?: boolean;
}

/** A dialog that is open as long as it is rendered. Escape and the button in its corner call `onClose`. */
export function Dialog({ title, onClose, children, wide }: DialogProps) {
  const t = useText();
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(open) => !open && onClose()}>
      <Modal className={wide ? 'dialog wide' : 'dialog'}>
        <AriaDialog>
          <header>
            <Heading slot="title">{title}</Heading>
            <IconButton icon={X} label={t('action.close')} onClick={onClose} />
          </header>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
