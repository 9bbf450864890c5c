import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Printer, Trash2 } from 'lucide-react';
import { useState } from 'react';
import '../../styles/activity.css';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { useAutoRefresh } from '../../ui/auto-refresh.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyNotice } from '../../ui/empty-notice.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { Pagination } from '../../ui/pagination.tsx';
import { CleanupDialog } from './cleanup-dialog.tsx';
import { Feed } from './feed.tsx';
import { ActivityTabs, RangeFilters } from './filters.tsx';
import { activityList } from './queries.ts';
import { type ActivitySearch, eventTypes, severities } from './search.ts';

const route = getRouteApi('/activity');
const refreshMs = 30_000;

/** The events in the workspace, by day: people's actions, apart from ingestions. */
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
  const shownTypes = eventTypes.filter(
    (type) => search.view === 'all' || type.startsWith('ingestion.') === (search.view === 'ingestions'),
  );
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
            ...shownTypes.map((value) => ({ value, text: t(`activity.event.${value}`) })),
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
      <Loaded query={list}>
        {(data) =>
          data.total === 0 ? (
            <EmptyNotice title={t('activity.empty')}>
              <p>{t('activity.emptyHint')}</p>
              {search.view !== 'all' && (
                <Link to="/activity" search={{ ...search, view: 'all', page: undefined }} className="button">
                  {t('activity.view.all')}
                </Link>
              )}
            </EmptyNotice>
          ) : (
            <div aria-busy={list.isPlaceholderData || undefined}>
              <Feed events={data.events} names={data.names ?? noNames} onFilter={show} />
              <Pagination
                page={data.page}
                pages={data.pages}
                perPage={data.per_page}
                total={data.total}
                onPage={(page, replace) => show({ page }, replace)}
              />
            </div>
          )
        }
      </Loaded>
      {cleaning && <CleanupDialog onClose={() => setCleaning(false)} />}
    </Page>
  );
}

const noNames = {};
