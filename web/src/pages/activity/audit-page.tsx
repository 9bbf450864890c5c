import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import '../../styles/activity.css';
import type { Schema } from '../../api/client.ts';
import { useWorkspaceName } from '../../data/workspace-name.ts';
import { useText } from '../../text/text.ts';
import { useAutoRefresh } from '../../ui/auto-refresh.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { RecordDetails } from './details.tsx';
import { ActivityTabs, FilterButton, RangeFilters } from './filters.tsx';
import { auditList } from './queries.ts';
import { Resource } from './resource.tsx';
import { type AuditRecord, type AuditSearch, auditKinds } from './search.ts';

const route = getRouteApi('/activity/audit');
const refreshMs = 30_000;

/** The changes by administrators in all workspaces. Only superadmins may read them. */
export function AuditPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { refetchInterval, control } = useAutoRefresh(refreshMs);
  const list = useQuery({ ...auditList(search), refetchInterval });
  const show = (change: AuditSearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  const columns = useRecordColumns(list.data, show);
  return (
    <Page title={t('activity.audit')} actions={control}>
      <ActivityTabs />
      <RangeFilters search={search} onChange={show}>
        <SelectField
          label={t('activity.kind')}
          value={search.kind ?? ''}
          options={[
            { value: '' as const, text: t('activity.any') },
            ...auditKinds.map((value) => ({ value, text: t(`activity.kind.${value}`) })),
          ]}
          onChoose={(value) => show({ kind: value || undefined })}
        />
      </RangeFilters>
      <PagedTable
        caption={t('activity.audit')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.records}
        rowId={({ id }) => id}
        empty={<EmptyNotice title={t('activity.auditEmpty')}>{t('activity.emptyHint')}</EmptyNotice>}
        onPage={(page, replace) => show({ page }, replace)}
        whoCan={t('notice.superadmins')}
      />
    </Page>
  );
}

function useRecordColumns(
  data: Schema<'AuditTrail'> | undefined,
  show: (change: AuditSearch) => void,
): Column<AuditRecord>[] {
  const t = useText();
  const workspaceName = useWorkspaceName();
  return useMemo(
    () => [
      { id: 'time', header: t('activity.column.time'), cell: ({ occurred_at }) => <Moment ms={occurred_at} /> },
      {
        id: 'action',
        header: t('activity.column.action'),
        isRowHeader: true,
        cell: (record) =>
          hasFailed(record) ? t('activity.action.originNotVerified') : t(`activity.action.${record.action}`),
      },
      {
        id: 'resource',
        header: t('activity.column.resource'),
        cell: (record) => (
          <Resource
            record={record}
            records={data?.records ?? []}
            names={data?.names ?? {}}
            onFilter={(resource_id) => show({ resource_id })}
          />
        ),
      },
      {
        id: 'actor',
        header: t('activity.column.actor'),
        cell: ({ actor_id }) =>
          actor_id ? (
            <FilterButton value={actor_id} onChoose={() => show({ actor_id })} />
          ) : (
            <span className="fine">{t('activity.registry')}</span>
          ),
      },
      {
        id: 'workspace',
        header: t('activity.column.workspace'),
        cell: ({ workspace_id }) => workspace_id && workspaceName(workspace_id),
      },
      { id: 'details', header: t('activity.column.details'), cell: (record) => <RecordDetails record={record} /> },
    ],
    [t, data, show, workspaceName],
  );
}

/** Whether a verification ended without one: the record has the state of the origin after it. */
const hasFailed = ({ action, after }: AuditRecord): boolean =>
  action === 'installation.origin_verified' &&
  Object.values(after ?? {}).some(
    (origin) => (origin as { verification_status?: unknown } | null)?.verification_status === 'failed',
  );
