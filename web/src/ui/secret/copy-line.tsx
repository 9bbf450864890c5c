import { CopyButton } from './copy-button.tsx';

/** A text that has to be exact, such as a token or an address, and a button that copies it. */
export function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <div className="copy-line">
      <span className="visually-hidden">{label}</span>
      <code>{text}</code>
      <CopyButton text={text} />
    </div>
  );
}
