import { useCallback } from 'react';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { daysOf } from './days.ts';

interface Period {
  starts_at: number | null;
  ends_at: number | null;
}

/** A period in words; undefined if it has neither a start nor an end. */
export function usePeriodText(): (period: Period) => string | undefined {
  const t = useText();
  const { partialDate } = useFormat();
  return useCallback(
    (period) => {
      const { from, to } = daysOf(period);
      if (from && to) return `${partialDate(from)} – ${partialDate(to)}`;
      if (from) return t('publications.filter.since', { year: partialDate(from) });
      return to ? t('publications.filter.until', { year: partialDate(to) }) : undefined;
    },
    [t, partialDate],
  );
}
