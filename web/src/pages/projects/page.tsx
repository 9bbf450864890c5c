import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { EyeOff, FileInput, Plus, Trash2 } from 'lucide-react';
import type { Schema } from '../../api/client.ts';
import { EditMenu } from '../../data/editing/edit-menu.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useHasRole } from '../../session/session.ts';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Column } from '../../ui/table.tsx';
import { ProjectActions } from './actions.tsx';
import { projectList, projectQuery } from './queries.ts';
import type { ProjectsSearch } from './search.ts';

const route = getRouteApi('/projects');

export function ProjectsPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const list = useQuery(projectList(search));
  const columns = useColumns();
  const isMember = useHasRole('workspace_member');
  const show = (change: ProjectsSearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  return (
    <Page
      title={t('page.projects')}
      actions={
        isMember && (
          <>
            <Button icon={FileInput} onClick={() => navigate({ to: '/import', search: { kind: 'projects' } })}>
              {t('projects.import')}
            </Button>
            <Button kind="primary" icon={Plus} onClick={() => navigate({ to: '/new-project' })}>
              {t('projects.create')}
            </Button>
          </>
        )
      }
    >
      <div className="toolbar">
        <SearchField
          label={t('projects.search')}
          value={search.q ?? ''}
          onSearch={(q) => show({ q: q || undefined }, true)}
        />
        <SelectField
          label={t('projects.visibility')}
          value={search.visibility ?? 'all'}
          options={(['all', 'visible', 'hidden'] as const).map((value) => ({
            value,
            text: t(`projects.visibility.${value}`),
          }))}
          onChoose={(visibility) => show({ visibility: visibility === 'all' ? undefined : visibility })}
        />
        <SelectField
          label={t('projects.status')}
          value={search.status ?? 'active'}
          options={(['active', 'deleted', 'all'] as const).map((value) => ({
            value,
            text: t(`projects.status.${value}`),
          }))}
          onChoose={(status) => show({ status: status === 'active' ? undefined : status })}
        />
        {isMember && <EditMenu list="projects" total={list.data?.total ?? 0} query={projectQuery(search)} />}
      </div>
      <PagedTable
        caption={t('page.projects')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.projects}
        rowId={({ id }) => id}
        empty={
          <EmptyList title={t('projects.empty')} search={search} onClear={() => navigate({ search: {} })}>
            {isMember && (
              <Link to="/new-project" className="button primary">
                {t('projects.create')}
              </Link>
            )}
          </EmptyList>
        }
        onPage={(page, replace) => show({ page }, replace)}
        onSort={(sorting) => show(sorting as ProjectsSearch)}
      />
    </Page>
  );
}

function useColumns(): Column<Schema<'ProjectItem'>>[] {
  const t = useText();
  const names = useVocabulary();
  const { partialDate, number } = useFormat();
  const localized = useLocalized();
  return [
    {
      id: 'title',
      header: names.field('title'),
      sort: 'title',
      isRowHeader: true,
      cell: ({ id, title, programme }) => (
        <>
          <Link to="/projects/$id" params={{ id }} className="two-lines row-link" title={localized(title)}>
            {localized(title) ?? id}
          </Link>
          <span className="line-facts" dir="auto">
            {localized(programme)}
          </span>
        </>
      ),
    },
    {
      id: 'start',
      header: names.field('start_date'),
      sort: 'start_date',
      numeric: true,
      width: '7rem',
      cell: ({ start_date }) => start_date && partialDate(start_date),
    },
    {
      id: 'end',
      header: names.field('end_date'),
      sort: 'end_date',
      numeric: true,
      width: '7.5rem',
      cell: ({ end_date }) => end_date && partialDate(end_date),
    },
    {
      id: 'funding',
      header: names.field('total_funding_amount'),
      numeric: true,
      width: '9rem',
      cell: ({ total_funding_amount, total_funding_currency }) =>
        total_funding_amount != null && `${number(total_funding_amount)} ${total_funding_currency}`,
    },
    {
      id: 'state',
      header: t('projects.state'),
      width: '7.5rem',
      cell: ({ visible, deleted_at }) =>
        (!visible || deleted_at != null) && (
          <span className="badges">
            {deleted_at != null && (
              <Badge tone="bad" icon={Trash2}>
                {t('projects.status.deleted')}
              </Badge>
            )}
            {!visible && <Badge icon={EyeOff}>{t('projects.visibility.hidden')}</Badge>}
          </span>
        ),
    },
    {
      id: 'updated',
      header: t('projects.updated'),
      sort: 'updated_at',
      numeric: true,
      width: '8.5rem',
      cell: ({ updated_at }) => <Moment ms={updated_at} />,
    },
    {
      id: 'actions',
      header: t('projects.actions'),
      numeric: true,
      width: '7rem',
      cell: ({ id, title, visible, deleted_at }) => (
        <ProjectActions id={id} name={localized(title) ?? id} visible={visible} deleted={deleted_at != null} />
      ),
    },
  ];
}
