import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { EditMenu } from '../../data/editing/edit-menu.tsx';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { ActionBar } from './action-bar.tsx';
import { useWorkActs } from './acts.ts';
import { useWorkColumns } from './columns.tsx';
import { Filters } from './filters.tsx';
import { workList, workQuery } from './queries.ts';
import type { WorksSearch } from './search.ts';

const route = getRouteApi('/works');

export function WorksPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(workList(search));
  const acts = useWorkActs();
  const isMember = useHasRole('workspace_member');
  const columns = useWorkColumns(acts);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const rows = query.data?.works ?? [];
  // A work that leaves the list leaves the selection.
  const selected = rows.filter(({ id }) => chosen.has(id));
  const show = (change: WorksSearch, replace = false) =>
    navigate({ search: (current) => ({ ...current, page: undefined, ...change }), replace });
  return (
    <Page
      title={t('works.title')}
      actions={
        isMember && (
          <Button kind="primary" icon={Plus} onClick={() => navigate({ to: '/new-work' })}>
            {t('works.add')}
          </Button>
        )
      }
    >
      <p className="fine">{t('works.hint')}</p>
      <div className="toolbar">
        <SearchField
          label={t('works.search')}
          value={search.q ?? ''}
          onSearch={(q) => show({ q: q || undefined }, true)}
        />
        <Filters search={search} onChange={show} />
        {isMember && <EditMenu list="works" total={query.data?.total ?? 0} query={workQuery(search)} />}
      </div>
      <PagedTable
        caption={t('page.works')}
        query={query}
        columns={columns}
        rowsOf={({ works }) => works}
        rowId={({ id }) => id}
        rowName={({ id, title }) => title ?? id}
        {...(isMember && { selection: { ids: new Set(selected.map(({ id }) => id)), onChange: setChosen } })}
        compact
        empty={
          <EmptyList title={t('works.none')} search={search} onClear={() => navigate({ search: {} })}>
            <p>{t('works.noneHint')}</p>
          </EmptyList>
        }
        onSort={(sorting) => show(sorting as WorksSearch)}
        onPage={(page, replace) => show({ page }, replace)}
      />
      <ActionBar rows={selected} acts={acts} onClear={() => setChosen(new Set())} />
    </Page>
  );
}
