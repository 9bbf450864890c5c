import { FileUp, ListChecks } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useMemo, useRef, useState } from 'react';
import { decode } from '../../data/decode.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import type { ImportKind, ImportRow } from './rows.ts';

const maxBytes = 2_000_000;

interface ImportFormProps<Row> {
  kind: ImportKind;
  /** Must be the same function on each render. */
  read: (text: string) => readonly Row[];
  /** Why the text cannot be read. */
  problem?: string | undefined;
  /** A note that readers of the text need before it is checked. */
  note?: ReactNode;
  text: string;
  onText: (text: string) => void;
  onRead: (rows: readonly Row[]) => void;
  /** Whether something in `children`, which says so itself, must be corrected first. */
  isBlocked?: boolean;
  children: ReactNode;
}

/** Pastes rows, or reads them from a file. Nothing is sent before the rows are checked and shown. */
export function ImportForm<Row extends ImportRow>({
  kind,
  read,
  problem,
  note,
  text,
  onText,
  onRead,
  isBlocked = false,
  children,
}: ImportFormProps<Row>) {
  const t = useText();
  const { number } = useFormat();
  const [issue, setIssue] = useState<string>();
  const [isWithoutRows, setWithoutRows] = useState(false);
  const fileId = useId();
  const input = useRef<HTMLInputElement>(null);
  // Counting thousands of rows waits while somebody types.
  const counted = useDeferredValue(text);
  const count = useMemo(() => read(counted).length, [read, counted]);
  const check = () => {
    const rows = read(text);
    if (rows.length > 0) onRead(rows);
    else setWithoutRows(true);
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxBytes) return setIssue(t('import.issue.fileSize', { megabytes: number(maxBytes / 1_000_000) }));
    setIssue(undefined);
    setWithoutRows(false);
    try {
      onText(decode(new Uint8Array(await file.arrayBuffer())));
    } catch {
      setIssue(t('import.issue.unreadable'));
    }
  };
  return (
    <form
      className="form import-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBlocked) check();
      }}
    >
      <TextAreaField
        label={t(`import.paste.${kind}`)}
        hint={t(`import.pasteHint.${kind}`)}
        issue={issue ?? problem ?? (isWithoutRows ? t(`import.issue.${kind}`) : undefined)}
        rows={10}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setIssue(undefined);
          setWithoutRows(false);
          onText(event.target.value);
        }}
      />
      {note}
      {children}
      <div className="toolbar">
        <Button kind="primary" type="submit" icon={ListChecks} disabled={isBlocked}>
          {t('import.check')}
        </Button>
        <Button icon={FileUp} onClick={() => input.current?.click()}>
          {t('import.chooseFile')}
        </Button>
        <label htmlFor={fileId} className="visually-hidden">
          {t('import.file')}
        </label>
        <input
          ref={input}
          id={fileId}
          className="visually-hidden"
          tabIndex={-1}
          type="file"
          accept=".csv,.tsv,.txt,.bib,text/csv,text/plain,application/x-bibtex"
          onChange={(event) => {
            readFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
        <span className="fine" aria-live="polite">
          {count > 0 && t('import.rows', { count, shown: number(count) })}
        </span>
      </div>
    </form>
  );
}
