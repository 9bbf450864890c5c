import { Check, X } from 'lucide-react';
import { useFormat } from '../../text/format.ts';
import { useTexts } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table } from '../../ui/table.tsx';
import type { ToolResult } from './queries.ts';
import { texts } from './texts.ts';

/** The totals of a tool, and its results by shard. */
export function ResultView({ result }: { result: ToolResult }) {
  const { dryRun, complete, totals, shards, failed = [], failed_total = failed.length } = result;
  const s = useTexts(texts);
  const format = useFormat();
  const names = Object.keys(totals) as (keyof typeof totals)[];
  return (
    <div className="section" role="status">
      <p className="badges">
        <Badge tone={dryRun ? 'info' : 'good'}>{s(dryRun ? 'wasDryRun' : 'wasRun')}</Badge>
        {complete ? s('complete') : s('incomplete')}
      </p>
      <dl className="tool-totals">
        {names.map((name) => (
          <div key={name}>
            <dt>{s(`total.${name}`)}</dt>
            <dd>{format.number(totals[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {failed.length > 0 && (
        <details open>
          <summary>{s('failedRecords', { count: failed_total })}</summary>
          <Table
            caption={s('failedRecords', { count: failed_total })}
            rows={failed}
            rowId={({ shard, id }) => `${shard} ${id}`}
            columns={[
              { id: 'id', header: s('record'), isRowHeader: true, cell: ({ id }) => id },
              { id: 'reason', header: s('reason'), cell: ({ reason }) => reason },
            ]}
          />
        </details>
      )}
      {shards.length > 0 && (
        <details>
          <summary>{s('shards', { failed: shards.filter(({ ok }) => !ok).length, count: shards.length })}</summary>
          <Table
            caption={s('shard')}
            rows={shards}
            rowId={({ shard }) => String(shard)}
            columns={[
              { id: 'shard', header: s('shard'), isRowHeader: true, cell: ({ shard }) => shard },
              {
                id: 'ok',
                header: s('state'),
                cell: ({ ok, error }) => (
                  <span className="badges">
                    <Badge tone={ok ? 'good' : 'bad'} icon={ok ? Check : X}>
                      {s(ok ? 'ok' : 'failed')}
                    </Badge>
                    {error}
                  </span>
                ),
              },
              { id: 'count', header: s('count'), numeric: true, cell: ({ count }) => format.number(count) },
              {
                id: 'left',
                header: s('left'),
                numeric: true,
                cell: ({ left }) => (left == null ? s('unknown') : format.number(left)),
              },
            ]}
          />
        </details>
      )}
    </div>
  );
}
