import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { FileInput, Plus } from 'lucide-react';
import '../../styles/groups.css';
import { EditMenu } from '../../data/editing/edit-menu.tsx';
import { allGroups } from '../../data/groups/queries.ts';
import { useMayChange } from '../../data/groups/stewardship.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Tree } from './tree.tsx';

const route = getRouteApi('/groups');

/** All groups as a tree. */
export function GroupsPage() {
  const t = useText();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(allGroups);
  const isAdmin = useHasRole('workspace_admin');
  const isMember = useHasRole('workspace_member');
  const { isAny: mayImport } = useMayChange();
  const empty = (
    <EmptyList title={t('groups.empty')} search={search} onClear={() => navigate({ search: {} })}>
      <p>{t('groups.emptyHint')}</p>
      {isAdmin && (
        <Link to="/new-group" className="button primary">
          {t('groups.create')}
        </Link>
      )}
    </EmptyList>
  );
  return (
    <Page
      title={t('page.groups')}
      actions={
        mayImport && (
          <>
            <Button icon={FileInput} onClick={() => navigate({ to: '/import', search: { kind: 'memberships' } })}>
              {t('groups.import')}
            </Button>
            {isAdmin && (
              <Button kind="primary" icon={Plus} onClick={() => navigate({ to: '/new-group' })}>
                {t('groups.create')}
              </Button>
            )}
          </>
        )
      }
    >
      <div className="toolbar">
        <SearchField
          label={t('group.search')}
          value={search.q ?? ''}
          onSearch={(q) => navigate({ search: { q: q || undefined }, replace: true })}
        />
        {isMember && (
          <EditMenu list="groups" total={query.data?.length ?? 0} query={{ q: '', sort: 'name', dir: 'asc' }} />
        )}
      </div>
      <Loaded query={query}>
        {(groups) => (groups.length === 0 ? empty : <Tree groups={groups} q={search.q ?? ''} empty={empty} />)}
      </Loaded>
    </Page>
  );
}
