import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import '../../styles/groups.css';
import { useAction } from '../../data/action.ts';
import { useHasDraft } from '../../data/draft.ts';
import { useEdits } from '../../data/form.ts';
import { useMayChange } from '../../data/groups/stewardship.ts';
import { ReportLink } from '../../data/report-link.tsx';
import { useHasRole } from '../../session/session.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { GroupActions } from './actions.tsx';
import { conflictsOf, inputOf, partOf, type Values, valuesOf } from './form.ts';
import { GroupForm } from './group-form.tsx';
import { GroupHead } from './head.tsx';
import { Members } from './members.tsx';
import { Parts } from './parts.tsx';
import { ProposedMembers } from './proposed.tsx';
import { type Group, groupDetail, patchGroup } from './queries.ts';
import { Stewards } from './stewards.tsx';
import { useConflictText } from './value-text.ts';

const route = getRouteApi('/groups/$id');

const draftOf = (id: string) => `group-form.${id}`;

/** A group: what it is, where it stands in the tree, its outputs and its members. */
export function GroupPage() {
  const t = useText();
  const localized = useLocalized();
  const { id } = route.useParams();
  const query = useQuery(groupDetail(id));
  const { data } = query;
  const isAdmin = useHasRole('workspace_admin');
  const isMember = useHasRole('workspace_member');
  const { ofGroup: mayChange } = useMayChange();
  // Unsaved input is shown again after a reload.
  const hasDraft = useHasDraft(draftOf(id));
  const [wantsEdit, setEditing] = useState<{ id: string; isOpen: boolean }>();
  const isEditing = isAdmin && (wantsEdit?.id === id ? wantsEdit.isOpen : hasDraft);
  const edit = (isOpen: boolean) => setEditing({ id, isOpen });
  return (
    <Page
      title={data ? (localized(data.name) ?? id) : t('page.groups')}
      back={{ to: '/groups', text: t('groups.back') }}
      actions={
        data && (
          <>
            {(isMember || mayChange(id)) && <ReportLink search={{ group_id: id, include: 'works' }} />}
            {isAdmin && <GroupActions key={id} group={data} isEditing={isEditing} onEdit={edit} />}
          </>
        )
      }
    >
      <Loaded query={query}>
        {(group) => (
          <div key={id} className="group-page">
            {isEditing ? <Editor group={group} onDone={() => edit(false)} /> : <GroupHead group={group} />}
            <Parts group={group} isAdmin={isAdmin} />
            <ProposedMembers group={group} isAdmin={isAdmin} />
            <Members group={group} mayChange={mayChange(id)} />
            <Stewards group={group} isAdmin={isAdmin} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

/** Writes only the changed fields. Other people's changes of other fields are kept. */
function Editor({ group, onDone }: { group: Group; onDone: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const textOf = useConflictText();
  const about = useLocalized()(group.name) ?? group.id;
  const action = useAction({ refreshes: ['groups', 'publications', 'works'], about, showsError: true });
  const { typed, seen, changed, conflicts, write, settle, discard, keepMine, takeTheirs } = useEdits<Values, Group>({
    draft: draftOf(group.id),
    shown: group,
    conflictsOf,
    isSaving: action.isPending,
  });
  const values = { ...valuesOf(group), ...typed };
  const { id } = group;
  const save = () => {
    const before = partOf(inputOf(valuesOf(seen)), changed);
    return action.run(
      () => patchGroup(id, partOf(inputOf(values), changed), group.version),
      (stored) => {
        client.setQueryData(groupDetail(id).queryKey, stored);
        settle(typed, stored);
        onDone();
        return { text: t('groups.saved'), undo: () => patchGroup(id, before, stored.version) };
      },
    );
  };
  const choose = (decide: () => void) => () => {
    action.reset();
    decide();
  };
  return (
    <GroupForm
      id={id}
      values={values}
      onChange={write}
      onSave={save}
      onCancel={() => {
        discard();
        action.reset();
        onDone();
      }}
      isChanged={changed.length > 0}
      action={action}
    >
      {conflicts.length > 0 && (
        <ConflictNotice
          fields={conflicts.map((field) => ({
            label: t(`groups.field.${field}`),
            theirs: textOf(valuesOf(group)[field]),
            mine: textOf(values[field]),
          }))}
          onKeepMine={choose(keepMine)}
          onTakeTheirs={choose(takeTheirs)}
        />
      )}
    </GroupForm>
  );
}
