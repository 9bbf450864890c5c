import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleAlert, Printer, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import '../../styles/activity.css';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { useAutoRefresh } from '../../ui/auto-refresh.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { CleanupDialog } from './cleanup-dialog.tsx';
import { EventDetails } from './details.tsx';
import { ActivityTabs, FilterButton, RangeFilters } from './filters.tsx';
import { activityList } from './queries.ts';
import { type ActivityEvent, type ActivitySearch, eventTypes, severities } from './search.ts';

const route = getRouteApi('/activity');
const refreshMs = 30_000;

export function ActivityPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayClean = useHasRole('workspace_admin');
  const [cleaning, setCleaning] = useState(false);
  const { refetchInterval, control } = useAutoRefresh(refreshMs);
  const list = useQuery({ ...activityList(search), refetchInterval });
  const show = (change: ActivitySearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  const columns = useEventColumns(show);
  return (
    <Page
      title={t('page.activity')}
      actions={
        <>
          {control}
          <Button icon={Printer} onClick={() => print()}>
            {t('activity.print')}
          </Button>
          {mayClean && (
            <Button icon={Trash2} onClick={() => setCleaning(true)}>
              {t('activity.cleanup')}
            </Button>
          )}
        </>
      }
    >
      <ActivityTabs />
      <RangeFilters search={search} onChange={show}>
        <SelectField
          label={t('activity.eventType')}
          value={search.event_type ?? ''}
          options={[
            { value: '' as const, text: t('activity.any') },
            ...eventTypes.map((value) => ({ value, text: t(`activity.event.${value}`) })),
          ]}
          onChoose={(value) => show({ event_type: value || undefined })}
        />
        <SelectField
          label={t('activity.severity')}
          value={search.severity ?? ''}
          options={[
            { value: '' as const, text: t('activity.any') },
            ...severities.map((value) => ({ value, text: t(`activity.severity.${value}`) })),
          ]}
          onChoose={(value) => show({ severity: value || undefined })}
        />
      </RangeFilters>
      <PagedTable
        caption={t('page.activity')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.events}
        rowId={({ id }) => id}
        empty={<EmptyNotice title={t('activity.empty')}>{t('activity.emptyHint')}</EmptyNotice>}
        onPage={(page, replace) => show({ page }, replace)}
      />
      {cleaning && <CleanupDialog onClose={() => setCleaning(false)} />}
    </Page>
  );
}

function useEventColumns(show: (change: ActivitySearch) => void): Column<ActivityEvent>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: 'time', header: t('activity.column.time'), cell: ({ occurred_at }) => <Moment ms={occurred_at} /> },
      {
        id: 'event',
        header: t('activity.column.event'),
        isRowHeader: true,
        cell: ({ event_type, severity }) => (
          <span className="badges">
            {t(`activity.event.${event_type}`)}
            {severity === 'warn' && (
              <Badge tone="warning" icon={TriangleAlert}>
                {t('activity.severity.warn')}
              </Badge>
            )}
            {severity === 'error' && (
              <Badge tone="bad" icon={CircleAlert}>
                {t('activity.severity.error')}
              </Badge>
            )}
          </span>
        ),
      },
      {
        id: 'resource',
        header: t('activity.column.resource'),
        cell: ({ resource_id }) =>
          resource_id && <FilterButton value={resource_id} onChoose={() => show({ resource_id })} />,
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
      { id: 'details', header: t('activity.column.details'), cell: (event) => <EventDetails event={event} /> },
    ],
    [t, show],
  );
}
