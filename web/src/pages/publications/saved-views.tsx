import { Bookmark, Trash2, UserRound, UsersRound } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { addView, changeView, deleteView, type SavedView, useSavedViews } from '../../data/saved-views.ts';
import { useChange } from '../../data/use-change.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { type PublicationSearch, publicationSearch } from './search.ts';

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
  const t = useText();
  const { views, error, refetch } = useSavedViews('publications');
  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  if (!views) return <TableSkeleton rows={3} />;
  const show = (view: SavedView) => {
    onShow(publicationSearch(view.search));
    onDone();
  };
  const parts = [
    { title: t('publications.views.own'), shown: views.filter(({ shared }) => !shared) },
    { title: t('publications.views.shared'), shown: views.filter(({ shared }) => shared) },
  ];
  return (
    <>
      {views.length === 0 && <p className="fine">{t('publications.views.none')}</p>}
      {parts
        .filter(({ shown }) => shown.length > 0)
        .map(({ title, shown }) => (
          <section key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul>
              {shown.map((view) => (
                <ViewRow key={view.id} view={view} onShow={() => show(view)} onGone={onDone} />
              ))}
            </ul>
          </section>
        ))}
      <SaveForm search={search} />
    </>
  );
}

function ViewRow({ view, onShow, onGone }: { view: SavedView; onShow: () => void; onGone: () => void }) {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const isAdmin = useHasRole('workspace_admin');
  const share = useChange('saved-views', (shared: boolean) => changeView(view, { shared }), showError);
  const restore = useChange('saved-views', () => addView(fieldsOf(view)), showError);
  const forget = useChange('saved-views', () => deleteView(view), showError);
  const { name, shared } = view;
  return (
    <li className="choice">
      <Button kind="quiet" onClick={onShow}>
        {name}
      </Button>
      {(view.is_own || !shared || isAdmin) && (
        <>
          <IconButton
            icon={shared ? UserRound : UsersRound}
            label={t(shared ? 'publications.views.takeBack' : 'publications.views.share', { name })}
            busy={share.isPending}
            onClick={() => share.mutate(!shared)}
          />
          <IconButton
            icon={Trash2}
            label={t('publications.views.forget', { name })}
            busy={forget.isPending}
            onClick={() =>
              forget.mutate(undefined, {
                onSuccess: () => {
                  toast({ text: t('publications.views.forgotten', { name }), undo: () => restore.mutate(undefined) });
                  // The undo is outside this dialog, whose button disappears.
                  onGone();
                },
              })
            }
          />
        </>
      )}
    </li>
  );
}

const fieldsOf = ({ list, name, search, shared }: SavedView) => ({ list, name, search, shared });

function SaveForm({ search }: { search: PublicationSearch }) {
  const t = useText();
  const [name, setName] = useState('');
  const [shared, setShared] = useState(false);
  const save = useChange('saved-views', addView);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const { page: _, ...kept } = search;
    const values = Object.entries(kept).filter(([, value]) => value !== undefined);
    const view = { list: 'publications', name: name.trim(), search: Object.fromEntries(values), shared } as const;
    save.mutate(view, { onSuccess: () => setName('') });
  };
  const isTaken = save.error instanceof ApiError && [save.error.details.fields].flat().includes('name');
  return (
    <form onSubmit={submit}>
      <TextField
        label={t('publications.views.name')}
        value={name}
        maxLength={60}
        required
        issue={isTaken ? t('publications.views.taken') : undefined}
        onChange={(event) => {
          setName(event.target.value);
          save.reset();
        }}
      />
      <CheckboxField label={t('publications.views.shareNew')} checked={shared} onChange={() => setShared(!shared)} />
      {save.error && !isTaken && <ErrorNotice error={save.error} />}
      <Button type="submit" busy={save.isPending} disabled={name.trim() === ''}>
        {t('publications.views.save')}
      </Button>
    </form>
  );
}
