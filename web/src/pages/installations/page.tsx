import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { SelectField } from '../../ui/field.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import type { Column } from '../../ui/table.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { type Installation, installationList } from './queries.ts';
import { statuses } from './search.ts';
import { StatusBadge } from './status-badge.tsx';

const route = getRouteApi('/installations');

/** The plugins of the workspace's sites. Only administrators may see and change them. */
export function InstallationsPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const columns = useColumns();
  const [creating, setCreating] = useState(false);
  const list = useQuery(installationList(search));
  const create = (
    <Button kind="primary" icon={Plus} onClick={() => setCreating(true)}>
      {t('installations.create')}
    </Button>
  );
  return (
    <Page title={t('page.installations')} actions={(list.data?.total !== 0 || search.status !== undefined) && create}>
      <div className="toolbar">
        <SelectField
          label={t('installations.status')}
          value={search.status ?? ''}
          options={[
            { value: '' as const, text: t('installations.any') },
            ...statuses.map((value) => ({ value, text: t(`installations.status.${value}`) })),
          ]}
          onChoose={(status) => navigate({ search: { status: status || undefined } })}
        />
      </div>
      <PagedTable
        caption={t('page.installations')}
        query={list}
        columns={columns}
        rowsOf={(data) => data.installations}
        rowId={({ id }) => id}
        empty={
          <EmptyList title={t('installations.empty')} search={search} onClear={() => navigate({ search: {} })}>
            <p>{t('installations.emptyHint')}</p>
            {create}
          </EmptyList>
        }
        compact
        onPage={(page, replace) => navigate({ search: { ...search, page }, replace })}
      />
      {creating && <CreateDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}

function useColumns(): Column<Installation>[] {
  const t = useText();
  return [
    {
      id: 'name',
      header: t('installations.name'),
      isRowHeader: true,
      cell: ({ id, display_name, platform, origins }) => {
        const used = origins.filter(({ verification_status }) => verification_status !== 'revoked');
        return (
          <>
            <Link to="/installations/$id" params={{ id }} className="two-lines row-link" title={display_name}>
              {display_name}
            </Link>
            <span className="line-facts">
              {joinTexts([t(`installations.platform.${platform}`), ...used.map(({ origin }) => origin)], ' · ')}
            </span>
          </>
        );
      },
    },
    {
      id: 'status',
      header: t('installations.status'),
      width: '13rem',
      cell: ({ status }) => <StatusBadge status={status} />,
    },
    {
      id: 'changed',
      header: t('installations.changed'),
      numeric: true,
      isLabelled: true,
      width: '9rem',
      cell: ({ updated_at }) => <Moment ms={updated_at} />,
    },
  ];
}
