import { CopyButton } from './copy-button.tsx';

/** An exact text, such as a token or address, with a copy button. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <div className="copy-line">
      <span className="visually-hidden">{label}</span>
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
