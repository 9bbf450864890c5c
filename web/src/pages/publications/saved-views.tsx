import { Bookmark, Trash2, UserRound, UsersRound } from 'lucide-react';
import { ApiError } from '../../api/api-error.ts';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { type PublicationSearch, publicationSearch } from '../../data/publication-filters/search.ts';
import { addView, changeView, deleteView, type SavedView, useSavedViews } from '../../data/saved-views.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { PopoverButton } from '../../ui/popover.tsx';

interface SavedViewsProps {
  search: PublicationSearch;
  onShow: (search: PublicationSearch) => void;
}

/** Searches under a name, of the user alone or shared with the workspace. */
export function SavedViews(props: SavedViewsProps) {
  const t = useText();
  return (
    <PopoverButton icon={Bookmark} label={t('publications.views')}>
      {(close) => <Views {...props} onDone={close} />}
    </PopoverButton>
  );
}

function Views({ search, onShow, onDone }: SavedViewsProps & { onDone: () => void }) {
  const isMember = useHasRole('workspace_member');
  return (
    <Loaded query={useSavedViews('publications')} rows={3}>
      {(views) => (
        <>
          <ViewLists
            views={views}
            onShow={(view) => {
              onShow(publicationSearch(view.search));
              onDone();
            }}
            onGone={onDone}
          />
          {isMember && <SaveForm search={search} />}
        </>
      )}
    </Loaded>
  );
}

interface ViewListsProps {
  views: readonly SavedView[];
  onShow: (view: SavedView) => void;
  onGone: () => void;
}

function ViewLists({ views, onShow, onGone }: ViewListsProps) {
  const t = useText();
  const parts = [
    { title: t('publications.views.own'), shown: views.filter(({ shared }) => !shared) },
    { title: t('publications.views.shared'), shown: views.filter(({ shared }) => shared) },
  ];
  if (views.length === 0) return <p className="fine">{t('publications.views.none')}</p>;
  return parts
    .filter(({ shown }) => shown.length > 0)
    .map(({ title, shown }) => (
      <section key={title} aria-label={title}>
        <h2>{title}</h2>
        <ul>
          {shown.map((view) => (
            <ViewRow key={view.id} view={view} onShow={() => onShow(view)} onGone={onGone} />
          ))}
        </ul>
      </section>
    ));
}

function ViewRow({ view, onShow, onGone }: { view: SavedView; onShow: () => void; onGone: () => void }) {
  const t = useText();
  const [isMember, isAdmin] = [useHasRole('workspace_member'), useHasRole('workspace_admin')];
  const { run, isPending } = useAction({ refreshes: ['saved-views'] });
  const { name, shared } = view;
  const forget = () =>
    run(
      () => deleteView(view),
      () => {
        // The undo is outside this dialog, whose button disappears.
        onGone();
        return { text: t('publications.views.forgotten', { name }), undo: () => addView(fieldsOf(view)) };
      },
    );
  return (
    <li className="choice">
      <Button kind="quiet" onClick={onShow}>
        {name}
      </Button>
      {isMember && (view.is_own || !shared || isAdmin) && (
        <>
          <IconButton
            icon={shared ? UserRound : UsersRound}
            label={t(shared ? 'publications.views.takeBack' : 'publications.views.share', { name })}
            busy={isPending}
            onClick={() => run(() => changeView(view, { shared: !shared }))}
          />
          <IconButton
            icon={Trash2}
            label={t('publications.views.forget', { name })}
            busy={isPending}
            onClick={forget}
          />
        </>
      )}
    </li>
  );
}

const fieldsOf = ({ list, name, search, shared }: SavedView) => ({ list, name, search, shared });

function SaveForm({ search }: { search: PublicationSearch }) {
  const t = useText();
  const { run, isPending, error, reset } = useAction({ refreshes: ['saved-views'], showsError: true });
  const { values, set, text, discard } = useForm({ name: '', shared: false }, { draft: 'new-view' });
  const save = () => {
    const { page: _, ...kept } = search;
    const chosen = Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined));
    const view = { list: 'publications', name: values.name.trim(), search: chosen, shared: values.shared } as const;
    return run(
      () => addView(view),
      () => {
        discard();
        return undefined;
      },
    );
  };
  const isTaken = error instanceof ApiError && [error.details.fields].flat().includes('name');
  return (
    <Form
      submit={t('publications.views.save')}
      kind="plain"
      busy={isPending}
      error={isTaken ? undefined : error}
      onSubmit={save}
    >
      <TextField
        label={t('publications.views.name')}
        maxLength={60}
        required
        {...text('name')}
        issue={isTaken ? t('publications.views.taken') : undefined}
        onChange={(event) => {
          set({ name: event.target.value });
          reset();
        }}
      />
      <CheckboxField
        label={t('publications.views.shareNew')}
        checked={values.shared}
        onChange={() => set({ shared: !values.shared })}
      />
    </Form>
  );
}
