import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { resultOfFailure, type ToolResult } from './queries.ts';
import { ResultView } from './result-view.tsx';

interface ToolProps<Input, Result extends ToolResult> {
  title: string;
  text: string;
  /** The chosen input. A dry run counts only for the same input. */
  input: Input;
  run: (dryRun: boolean) => Promise<Result>;
  /** Whether the input allows any run. */
  ready?: boolean;
  danger?: boolean;
  onDryRun?: () => void;
  children?: ReactNode;
  /** Further parts of the result, besides totals and shards. */
  details?: (result: Result) => ReactNode;
}

/** A run and its input. */
interface Try {
  dryRun: boolean;
  chosen: string;
}

/** A tool whose run needs a dry run with the same input, because it cannot be undone. */
export function Tool<Input, Result extends ToolResult>({
  title,
  text,
  input,
  run,
  ready = true,
  danger,
  onDryRun,
  children,
  details,
}: ToolProps<Input, Result>) {
  const t = useText();
  const client = useQueryClient();
  const [tried, setTried] = useState<string>();
  const chosen = JSON.stringify(input);
  const call = useMutation({
    mutationFn: ({ dryRun }: Try) => run(dryRun),
    onSuccess: ({ complete }, { dryRun, chosen: tried }) => {
      if (dryRun) {
        // The input of the run, not the current one.
        setTried(tried);
        onDryRun?.();
      } else if (complete) setTried(undefined);
    },
    onSettled: (_result, _error, { dryRun }) => (dryRun ? undefined : client.invalidateQueries()),
  });
  const result = call.data ?? resultOfFailure(call.error);
  const unfinished = call.data?.dryRun === false && !call.data.complete;
  return (
    <section className="tool" aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
      <div className="row-actions">
        <Button
          why={ready ? undefined : t('siteTools.notReady')}
          busy={call.isPending}
          onClick={() => call.mutate({ dryRun: true, chosen })}
        >
          {t('siteTools.dryRun')}
        </Button>
        <Button
          kind={danger ? 'danger' : 'primary'}
          disabled={!ready}
          why={ready && tried !== chosen ? t('siteTools.runHint') : undefined}
          busy={call.isPending}
          onClick={() => call.mutate({ dryRun: false, chosen })}
        >
          {t(unfinished ? 'siteTools.continue' : 'siteTools.run')}
        </Button>
      </div>
      {call.isPending && (
        <p className="fine" role="status">
          {t('siteTools.working')}
        </p>
      )}
      {call.error && <ErrorNotice error={call.error} />}
      {result && <ResultView result={result} />}
      {call.data && details?.(call.data)}
    </section>
  );
}
