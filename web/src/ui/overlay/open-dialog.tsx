import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { useText } from '../../text/text.ts';
import { IconButton } from '../button.tsx';
import { OverlayLanguage } from './overlay-language.tsx';
import type { DialogProps } from './triggers.tsx';

/** The second click of a double click comes within this time, and is no wish to close what the first has opened. */
const doubleClickMs = 500;

export default function OpenDialog({ title, onClose, children, wide }: DialogProps) {
  const t = useText();
  const overlay = useRef<HTMLDivElement>(null);
  const [openedAt] = useState(() => performance.now());
  useFocusReturned();
  return (
    <OverlayLanguage>
      <ModalOverlay
        ref={overlay}
        className="overlay"
        isOpen
        isDismissable
        // A click outside must not lose the input of a form.
        shouldCloseOnInteractOutside={() =>
          performance.now() - openedAt > doubleClickMs && !overlay.current?.querySelector('form')
        }
        onOpenChange={(open) => !open && onClose()}
      >
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
    </OverlayLanguage>
  );
}

/**
 * Gives the focus back to what had it. React Aria does so, too, but if the dialog was closed by an answer the page may
 * then still be inert.
 */
function useFocusReturned(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const isLost = document.activeElement === document.body;
        if (isLost && opener instanceof HTMLElement && opener.isConnected) opener.focus();
      });
    },
    [opener],
  );
}
