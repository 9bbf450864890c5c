import { useDeferredValue, useMemo } from 'react';
import { useText } from '../../text/text.ts';
import { type IdentifierKind, onlyColumn } from './rows.ts';

/** Says that the identifiers of a table are read and nothing else, as in one that was exported and edited. */
export function OnlyColumn({ text, kind }: { text: string; kind: IdentifierKind }) {
  const t = useText();
  const read = useDeferredValue(text);
  const column = useMemo(() => onlyColumn(read, kind), [read, kind]);
  if (column === undefined) return null;
  return (
    <p className="notice" role="status">
      {t('import.onlyColumn', { column })}
    </p>
  );
}
