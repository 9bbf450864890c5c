import { useFormat } from '../../../text/format.ts';
import { useHasText, useText } from '../../../text/text.ts';

interface Listed {
  code: string;
  detail?: string | null | undefined;
  line?: number | null | undefined;
}

/** Why an entry needs a look, or what is remarked about it. */
export function Remarks({ faults, notes }: { faults: readonly Listed[]; notes: readonly Listed[] }) {
  const t = useText();
  const { number } = useFormat();
  const hasText = useHasText();
  const line = (kind: 'entryFault' | 'entryNote', { code, detail, line: at }: Listed) => {
    const key = `import.${kind}.${code}`;
    return (
      <li key={`${kind} ${code} ${detail} ${at}`} className={kind === 'entryNote' ? 'fine' : undefined}>
        {hasText(key) ? t(key) : code}
        {detail && (
          <>
            {': '}
            <bdi className="break">{detail}</bdi>
          </>
        )}
        {at != null && ` (${t('import.files.atLine', { line: number(at) })})`}
      </li>
    );
  };
  return (
    <ul className="remarks">
      {faults.map((each) => line('entryFault', each))}
      {notes.map((each) => line('entryNote', each))}
    </ul>
  );
}

/** An entry as the file has it, on demand. */
export function Original({ text }: { text: string }) {
  const t = useText();
  return (
    <details className="original">
      <summary>{t('import.files.original')}</summary>
      <pre dir="auto">{text}</pre>
    </details>
  );
}
