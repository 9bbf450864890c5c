import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { CalendarOff, Hourglass, Pencil, Star, Trash2, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAction } from '../../data/action.ts';
import { endOfDay, firstDay, lastDay, today } from '../../data/groups/days.ts';
import { useFormat } from '../../text/format.ts';
import { useLocalized } from '../../text/localized.ts';
import { useHasText, useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { EmptyList } from '../../ui/empty-list.tsx';
import { SelectField } from '../../ui/field.tsx';
import { PagedTable } from '../../ui/paged-table.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import type { Column } from '../../ui/table.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { addMember, type Group, groupMembers, type Member, patchMember, removeMember } from './queries.ts';
import { type MembersSearch, memberStates } from './search.ts';

const route = getRouteApi('/groups/$id');

/** The members of a group by period, and those who wait for an ORCID iD. */
export function Members({ group, mayChange }: { group: Group; mayChange: boolean }) {
  const t = useText();
  const { number } = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const query = useQuery(groupMembers(group.id, search));
  const [dialog, setDialog] = useState<Member | 'new'>();
  const columns = useColumns(mayChange, setDialog);
  const show = (change: MembersSearch, replace = false) =>
    navigate({
      search: (current) => ({ ...current, page: undefined, ...change }),
      replace,
      resetScroll: false,
    });
  const { data } = query;
  const all = data ? data.with_orcid + data.without_orcid : 0;
  const { q, state } = search;
  return (
    <section className="section" aria-labelledby="members-title">
      <div className="page-header">
        <h2 id="members-title">{t('groups.membersTitle')}</h2>
        {mayChange && (
          <Button icon={UserPlus} onClick={() => setDialog('new')}>
            {t('groups.addMember')}
          </Button>
        )}
      </div>
      <div className="toolbar">
        <SearchField
          label={t('groups.searchMembers')}
          value={q ?? ''}
          onSearch={(text) => show({ q: text || undefined }, true)}
        />
        <SelectField
          label={t('groups.when')}
          value={state ?? 'current'}
          options={memberStates.map((value) => ({ value, text: t(`groups.state.${value}`) }))}
          onChoose={(value) => show({ state: value === 'current' ? undefined : value })}
        />
      </div>
      {all > 0 && (
        <p className="fine" role="status">
          {t('groups.coverage', { count: all, with: number(data?.with_orcid ?? 0), all: number(all) })}
        </p>
      )}
      <PagedTable
        caption={t('groups.membersTitle')}
        query={query}
        columns={columns}
        rowsOf={({ members }) => members}
        rowId={({ id }) => id}
        loadingRows={5}
        empty={
          <EmptyList
            title={t('groups.noMembers')}
            search={{ q, state }}
            onClear={() => show({ q: undefined, state: undefined })}
          >
            <p>{t(mayChange ? 'groups.noMembersHint' : 'groups.noMembersNow')}</p>
          </EmptyList>
        }
        onPage={(page, replace) => show({ page }, replace)}
      />
      {dialog && (
        <MemberDialog
          groupId={group.id}
          member={dialog === 'new' ? undefined : dialog}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  );
}

function useColumns(mayChange: boolean, onEdit: (member: Member) => void): Column<Member>[] {
  const t = useText();
  const hasText = useHasText();
  const localized = useLocalized();
  const { partialDate } = useFormat();
  const sourceText = (source: string) => {
    const key = `groups.source.${source}`;
    return hasText(key) ? t(key) : source;
  };
  return [
    {
      id: 'name',
      header: t('groups.column.name'),
      isRowHeader: true,
      cell: ({ orcid, staff_id, name }) => (
        <>
          {orcid == null ? (
            <bdi className="two-lines">{localized(name) ?? staff_id}</bdi>
          ) : (
            <Link to="/people/$orcid" params={{ orcid }} className="two-lines row-link" title={localized(name)}>
              {localized(name) ?? orcid}
            </Link>
          )}
          <span className="line-facts">{orcid ?? staff_id}</span>
        </>
      ),
    },
    {
      id: 'role',
      header: t('groups.column.role'),
      width: '9rem',
      cell: ({ role }) => role && <bdi className="two-lines">{role}</bdi>,
    },
    {
      id: 'from',
      header: t('groups.from'),
      numeric: true,
      width: '7.5rem',
      isLabelled: true,
      cell: ({ starts_at }) => starts_at != null && partialDate(firstDay(starts_at)),
    },
    {
      id: 'to',
      header: t('groups.to'),
      numeric: true,
      width: '7.5rem',
      isLabelled: true,
      cell: ({ ends_at }) => ends_at != null && partialDate(lastDay(ends_at)),
    },
    {
      id: 'source',
      header: t('groups.column.source'),
      width: '6.5rem',
      cell: ({ source }) => sourceText(source),
    },
    {
      id: 'state',
      header: t('groups.column.state'),
      width: '9.5rem',
      cell: ({ orcid, is_primary }) =>
        (orcid == null || is_primary) && (
          <span className="badges">
            {is_primary && <Badge icon={Star}>{t('groups.primary')}</Badge>}
            {orcid == null && (
              <Badge tone="warning" icon={Hourglass}>
                {t('groups.waits')}
              </Badge>
            )}
          </span>
        ),
    },
    ...(mayChange
      ? [
          {
            id: 'actions',
            header: t('groups.column.actions'),
            numeric: true,
            width: '8rem',
            cell: (member: Member) => <MemberActions member={member} onEdit={() => onEdit(member)} />,
          },
        ]
      : []),
  ];
}

/** Edits, ends and removes a membership. Ending and removing have an undo. */
function MemberActions({ member, onEdit }: { member: Member; onEdit: () => void }) {
  const t = useText();
  const { orcid, staff_id, group_id, ends_at, starts_at, role, is_primary } = member;
  const name = useLocalized()(member.name) ?? orcid ?? staff_id ?? '';
  const { run, isPending } = useAction({ refreshes: ['groups', 'publications', 'works'] });
  const tomorrowMs = endOfDay(today()) ?? 0;
  const end = () =>
    run(
      () => patchMember(member, { ends_at: tomorrowMs }),
      () => ({ text: t('groups.done.left', { name }), undo: () => patchMember(member, { ends_at }) }),
    );
  const again = () => {
    const fields = { role, is_primary, starts_at, ends_at };
    if (orcid != null) return addMember(group_id, { orcid, ...fields });
    return addMember(group_id, { ...fields, ...(staff_id != null && { staff_id }), name });
  };
  const remove = () =>
    run(
      () => removeMember(member),
      () => ({ text: t('groups.done.removed', { name }), undo: again }),
    );
  const canEnd = (ends_at == null || ends_at > tomorrowMs) && (starts_at == null || starts_at < tomorrowMs);
  return (
    <span className="row-actions">
      <IconButton icon={Pencil} label={t('groups.editMember', { name })} onClick={onEdit} />
      {canEnd && (
        <IconButton icon={CalendarOff} label={t('groups.endMember', { name })} busy={isPending} onClick={end} />
      )}
      <IconButton icon={Trash2} label={t('groups.removeMember', { name })} busy={isPending} onClick={remove} />
    </span>
  );
}
