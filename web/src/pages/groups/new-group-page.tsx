import { getRouteApi } from '@tanstack/react-router';
import '../../styles/groups.css';
import { useAction } from '../../data/action.ts';
import { useDraft } from '../../data/draft.ts';
import { useText } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';
import { emptyValues, inputOf, type Values } from './form.ts';
import { GroupForm } from './group-form.tsx';
import { createGroup } from './queries.ts';

const route = getRouteApi('/new-group');

/** Creates a group, as a part of another one if the address says so. */
export function NewGroupPage() {
  const t = useText();
  const navigate = route.useNavigate();
  const { parent } = route.useSearch();
  const [typed, setTyped] = useDraft<Values>(`new-group.${parent ?? ''}`);
  const parents = parent === undefined ? [] : [{ id: parent, from: '', to: '' }];
  const values = { ...emptyValues, parents, ...typed };
  const action = useAction({ refreshes: ['groups'], showsError: true });
  const leave = () => {
    setTyped(() => ({}));
    if (parent === undefined) navigate({ to: '/groups' });
    else navigate({ to: '/groups/$id', params: { id: parent } });
  };
  const create = () =>
    action.run(
      () => createGroup(inputOf(values)),
      ({ id }) => {
        setTyped(() => ({}));
        navigate({ to: '/groups/$id', params: { id } });
        return undefined;
      },
    );
  return (
    <Page title={t('groups.create')} back={{ to: '/groups', text: t('groups.back') }}>
      <GroupForm
        values={values}
        onChange={(field, value) => setTyped((now) => ({ ...now, [field]: value }))}
        onSave={create}
        onCancel={leave}
        isChanged={Object.keys(typed).length > 0}
        action={action}
      />
    </Page>
  );
}
