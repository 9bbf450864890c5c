import { useFormat } from '../text/format.ts';

/**
 * A time in milliseconds since the epoch, shown relative to now. Hover and focus show local time and UTC; print shows
 * local time.
 */
export function Moment({ ms }: { ms: number }) {
  const format = useFormat();
  const full = `${format.dateTime(ms)} · ${format.utc(ms)}`;
  return (
    <time
      className="moment"
      dateTime={new Date(ms).toISOString()}
      data-full={full}
      data-local={format.dateTime(ms)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users read the full date on focus
      tabIndex={0}
    >
      {format.relative(ms)}
      <span className="visually-hidden"> ({full})</span>
    </time>
  );
}
