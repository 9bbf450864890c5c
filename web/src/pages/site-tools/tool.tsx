import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useAction } from '../../data/action.ts';
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
  const [last, setLast] = useState<Result>();
  const action = useAction({ refreshes: [], showsError: true });
  const start = (dryRun: boolean) =>
    action.run(
      async () => {
        setLast(undefined);
        try {
          return await run(dryRun);
        } finally {
          if (!dryRun) client.invalidateQueries();
        }
      },
      (result) => {
        setLast(result);
        if (dryRun) {
          // The input of the run, not the current one.
          setTried(chosen);
          onDryRun?.();
        } else if (result.complete) setTried(undefined);
        return undefined;
      },
    );
  const result = last ?? resultOfFailure(action.error);
  const unfinished = last?.dryRun === false && !last.complete;
  return (
    <section className="tool" aria-label={title}>
      <h2>{title}</h2>
      <p>{text}</p>
      {children}
      <div className="row-actions">
        <Button why={ready ? undefined : t('siteTools.notReady')} busy={action.isPending} onClick={() => start(true)}>
          {t('siteTools.dryRun')}
        </Button>
        <Button
          kind={danger ? 'danger' : 'primary'}
          disabled={!ready}
          why={ready && tried !== chosen ? t('siteTools.runHint') : undefined}
          busy={action.isPending}
          onClick={() => start(false)}
        >
          {t(unfinished ? 'siteTools.continue' : 'siteTools.run')}
        </Button>
      </div>
      {action.isPending && (
        <p className="fine" role="status">
          {t('siteTools.working')}
        </p>
      )}
      {action.error !== undefined && <ErrorNotice error={action.error} />}
      {result && <ResultView result={result} />}
      {last && details?.(last)}
    </section>
  );
}
