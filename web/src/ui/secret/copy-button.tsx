import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../text/text.ts';
import { Button } from '../button.tsx';

/** Copies a text and confirms it. If the browser refuses, the text beside it can be selected. */
export function CopyButton({ text }: { text: string }) {
  const t = useText();
  const [tried, setTried] = useState<{ text: string; result: 'done' | 'failed' }>();
  const result = tried?.text === text ? tried.result : 'copy';
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setTried({ text, result: 'done' });
    } catch {
      setTried({ text, result: 'failed' });
    }
  };
  return (
    <Button icon={result === 'done' ? Check : Copy} onClick={copy}>
      <span aria-live="polite">{t(`ui.copy.${result}`)}</span>
    </Button>
  );
}
