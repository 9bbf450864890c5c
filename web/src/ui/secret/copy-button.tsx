import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTexts } from '../../text/text.ts';
import { Button } from '../button.tsx';
import { uiTexts } from '../texts.ts';

/** Copies a text, and says so. Where the browser refuses, the text beside it can still be selected. */
export function CopyButton({ text }: { text: string }) {
  const t = useTexts(uiTexts);
  const [copied, setCopied] = useState<string>();
  const done = copied === text;
  return (
    <Button
      icon={done ? Check : Copy}
      onClick={() =>
        navigator.clipboard.writeText(text).then(
          () => setCopied(text),
          () => setCopied(undefined),
        )
      }
    >
      <span aria-live="polite">{done ? t('copy.done') : t('copy.copy')}</span>
    </Button>
  );
}
