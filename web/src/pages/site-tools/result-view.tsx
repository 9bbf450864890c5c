import { Check, X } from 'lucide-react';
import { RecordLine } from '../../data/record-line.tsx';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Table } from '../../ui/table.tsx';
import type { ToolResult } from './queries.ts';

/** The totals of a tool, and its results by shard. */
export function ResultView({ result }: { result: ToolResult }) {
  const { dryRun, complete, totals, shards, failed = [], failed_total = failed.length, names: titles = {} } = result;
  const t = useText();
  const format = useFormat();
  const names = Object.keys(totals) as (keyof typeof totals)[];
  return (
    <div className="section" role="status">
      <p className="badges">
        <Badge tone={dryRun ? 'info' : 'good'}>{t(dryRun ? 'siteTools.wasDryRun' : 'siteTools.wasRun')}</Badge>
        {complete ? t('siteTools.complete') : t('siteTools.incomplete')}
      </p>
      <dl className="tool-totals">
        {names.map((name) => (
          <div key={name}>
            <dt>{t(`siteTools.total.${name}`)}</dt>
            <dd>{format.number(totals[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {failed.length > 0 && (
        <details open>
          <summary>{t('siteTools.failedRecords', { count: failed_total })}</summary>
          <Table
            caption={t('siteTools.failedRecords', { count: failed_total })}
            rows={failed}
            rowId={({ shard, id }) => `${shard} ${id}`}
            columns={[
              {
                id: 'id',
                header: t('siteTools.record'),
                isRowHeader: true,
                cell: ({ id }) => <RecordLine id={id} name={titles[id]} />,
              },
              { id: 'reason', header: t('siteTools.reason'), cell: ({ reason }) => <span lang="en">{reason}</span> },
            ]}
          />
        </details>
      )}
      {shards.length > 0 && (
        <details>
          <summary>
            {t('siteTools.shards', { failed: shards.filter(({ ok }) => !ok).length, count: shards.length })}
          </summary>
          <Table
            caption={t('siteTools.shard')}
            rows={shards}
            rowId={({ shard }) => String(shard)}
            columns={[
              { id: 'shard', header: t('siteTools.shard'), isRowHeader: true, cell: ({ shard }) => shard },
              {
                id: 'ok',
                header: t('siteTools.state'),
                cell: ({ ok, error }) => (
                  <span className="badges">
                    <Badge tone={ok ? 'good' : 'bad'} icon={ok ? Check : X}>
                      {t(ok ? 'siteTools.ok' : 'siteTools.failed')}
                    </Badge>
                    <span lang="en">{error}</span>
                  </span>
                ),
              },
              { id: 'count', header: t('siteTools.count'), numeric: true, cell: ({ count }) => format.number(count) },
              {
                id: 'left',
                header: t('siteTools.left'),
                numeric: true,
                cell: ({ left }) => (left == null ? t('siteTools.unknown') : format.number(left)),
              },
            ]}
          />
        </details>
      )}
    </div>
  );
}
