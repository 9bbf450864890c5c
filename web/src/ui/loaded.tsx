import type { ReactNode } from 'react';
import { ErrorNotice } from './notice.tsx';
import { TableSkeleton } from './table.tsx';

interface LoadedProps<Data> {
  /** From `useQuery`. */
  query: { data: Data | undefined; error: Error | null; refetch: () => unknown };
  /** How many lines the content will have, about. */
  rows?: number;
  /** See `ErrorNotice`. */
  whoCan?: string | undefined;
  children: (data: Data) => ReactNode;
}

/** The data of a query in all states: loading, failed, and there. Old data stays beside an error. */
export function Loaded<Data>({ query: { data, error, refetch }, rows, whoCan, children }: LoadedProps<Data>) {
  return (
    <>
      {error && <ErrorNotice error={error} onRetry={refetch} whoCan={whoCan} />}
      {data === undefined && !error && <TableSkeleton {...(rows !== undefined && { rows })} />}
      {data !== undefined && children(data)}
    </>
  );
}
