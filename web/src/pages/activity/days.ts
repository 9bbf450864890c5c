const defaultDays = 7;

/** The first day that is shown if none is chosen, as `YYYY-MM-DD`. */
export function defaultFrom(now = new Date()): string {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - defaultDays);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${start.getFullYear()}-${pad(start.getMonth() + 1)}-${pad(start.getDate())}`;
}

/** The moments between which a range of days lies, in milliseconds since the epoch; `to` is left out if it is open. */
export function timeRange({ from = defaultFrom(), to }: { from?: string | undefined; to?: string | undefined }) {
  return { from: startOfDay(from), ...(to && { to: startOfDay(to, 1) - 1 }) };
}

/** The start of a day in the browser's time zone, or of one `days` later. */
export function startOfDay(day: string, days = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).getTime();
}
