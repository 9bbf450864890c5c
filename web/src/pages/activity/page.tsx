import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CircleAlert, Printer, Trash2, TriangleAlert } from 'lucide-react';
import { useMemo, useState } from 'react';
import '../../styles/activity.css';
import { useHasRole } from '../../session/session.ts';
import { useText, useTexts } from '../../text/text.ts';
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
import { texts } from './texts.ts';

const route = getRouteApi('/activity');
const refreshMs = 30_000;

export function ActivityPage() {
  const t = useText();
  const a = useTexts(texts);
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
            {a('print')}
          </Button>
          {mayClean && (
            <Button icon={Trash2} onClick={() => setCleaning(true)}>
              {a('cleanup')}
            </Button>
          )}
        </>
      }
    >
      <ActivityTabs />
      <RangeFilters search={search} onChange={show}>
        <SelectField
          label={a('eventType')}
          value={search.event_type ?? ''}
          options={[
            { value: '' as const, text: a('any') },
            ...eventTypes.map((value) => ({ value, text: a(`event.${value}`) })),
          ]}
          onChoose={(value) => show({ event_type: value || undefined })}
        />
        <SelectField
          label={a('severity')}
          value={search.severity ?? ''}
          options={[
            { value: '' as const, text: a('any') },
            ...severities.map((value) => ({ value, text: a(`severity.${value}`) })),
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
        empty={<EmptyNotice title={a('empty')}>{a('emptyHint')}</EmptyNotice>}
        onPage={(page, replace) => show({ page }, replace)}
      />
      {cleaning && <CleanupDialog onClose={() => setCleaning(false)} />}
    </Page>
  );
}

function useEventColumns(show: (change: ActivitySearch) => void): Column<ActivityEvent>[] {
  const a = useTexts(texts);
  return useMemo(
    () => [
      { id: 'time', header: a('column.time'), cell: ({ occurred_at }) => <Moment ms={occurred_at} /> },
      {
        id: 'event',
        header: a('column.event'),
        isRowHeader: true,
        cell: ({ event_type, severity }) => (
          <span className="badges">
            {a(`event.${event_type}`)}
            {severity === 'warn' && (
              <Badge tone="warning" icon={TriangleAlert}>
                {a('severity.warn')}
              </Badge>
            )}
            {severity === 'error' && (
              <Badge tone="bad" icon={CircleAlert}>
                {a('severity.error')}
              </Badge>
            )}
          </span>
        ),
      },
      {
        id: 'resource',
        header: a('column.resource'),
        cell: ({ resource_id }) =>
          resource_id && <FilterButton value={resource_id} onChoose={() => show({ resource_id })} />,
      },
      {
        id: 'actor',
        header: a('column.actor'),
        cell: ({ actor_id }) =>
          actor_id ? (
            <FilterButton value={actor_id} onChoose={() => show({ actor_id })} />
          ) : (
            <span className="fine">{a('registry')}</span>
          ),
      },
      { id: 'details', header: a('column.details'), cell: (event) => <EventDetails event={event} /> },
    ],
    [a, show],
  );
}
