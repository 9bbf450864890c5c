import { useEffect, useEffectEvent } from 'react';
import { useText } from '../../text/text.ts';
import type { ImportRow } from './rows.ts';

/** Adds what a link asks for to what is typed already, once for each link. */
export function useAsked(ids: string, text: string, setText: (text: string) => void): void {
  const add = useEffectEvent(() => {
    const isThere = text.split('\n').some((line) => line.trim() === ids);
    if (!isThere) setText(text.trim() === '' ? ids : `${text.trimEnd()}\n${ids}`);
  });
  useEffect(() => {
    if (ids !== '') add();
  }, [ids]);
}

/** Says where it is while the result of another import is shown. */
export function StillAsked({ ids, rows }: { ids: string; rows: readonly ImportRow[] }) {
  const t = useText();
  if (ids === '' || rows.some(({ id, text }) => id === ids || text === ids)) return null;
  return (
    <p className="notice" role="status">
      {t('import.asked', { ids })}
    </p>
  );
}
