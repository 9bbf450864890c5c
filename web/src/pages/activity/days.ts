const defaultDays = 7;

/** The default first day, as `YYYY-MM-DD`. */
export function defaultFrom(now = new Date()): string {
  const start = new Date(now.getFullYear(), now.getMonth(), now.getDate() - defaultDays);
  const pad = (value: number) => String(value).padStart(2, '0');
  return `${start.getFullYear()}-${pad(start.getMonth() + 1)}-${pad(start.getDate())}`;
}

/** A range of days in milliseconds since the epoch. An open `to` is omitted. */
export function timeRange({ from = defaultFrom(), to }: { from?: string | undefined; to?: string | undefined }) {
  return { from: startOfDay(from), ...(to && { to: startOfDay(to, 1) - 1 }) };
}

/** The start of a day in the browser's time zone, `days` later. */
export function startOfDay(day: string, days = 0): number {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + days).getTime();
}
