import { Bookmark, Columns3, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { changePreferences, preferences, type SavedView, usePreferences } from '../../preferences.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import type { Column } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Publication } from './columns.tsx';
import { type PublicationSearch, publicationSearch } from './search.ts';

const listName = 'publications';

/** Named searches, stored in this browser. */
export function SavedViews({ search, onShow }: { search: PublicationSearch; onShow: (s: PublicationSearch) => void }) {
  const t = useText();
  const { views } = usePreferences();
  const [name, setName] = useState('');
  const toast = useToast();
  const stored = views?.[listName];
  const own = Array.isArray(stored) ? (stored as readonly SavedView[]) : [];
  const keep = (next: typeof own) => {
    const isKept = changePreferences({ views: { ...views, [listName]: next } });
    if (!isKept) toast({ text: t('publications.views.notKept'), tone: 'bad' });
  };
  const forget = (view: SavedView) => {
    keep(own.filter((each) => each !== view));
    const undo = () => {
      const now = preferences.views?.[listName] ?? [];
      if (!now.some(({ name }) => name === view.name)) keep([...now, view]);
    };
    toast({ text: t('publications.views.forgotten', { name: view.name }), undo });
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '') return;
    const { page: _, ...kept } = search;
    keep([...own.filter((view) => view.name !== wanted), { name: wanted, search: kept }]);
    setName('');
  };
  return (
    <PopoverButton icon={Bookmark} label={t('publications.views')}>
      {(close) => (
        <>
          {own.length === 0 && <p className="fine">{t('publications.views.none')}</p>}
          <ul>
            {own.map((view) => (
              <li key={view.name} className="choice">
                <Button
                  kind="quiet"
                  onClick={() => {
                    onShow(publicationSearch(view.search));
                    close();
                  }}
                >
                  {view.name}
                </Button>
                <IconButton
                  icon={Trash2}
                  label={t('publications.views.forget', { name: view.name })}
                  onClick={() => {
                    forget(view);
                    // The undo is outside this dialog, whose button disappears.
                    close();
                  }}
                />
              </li>
            ))}
          </ul>
          <form onSubmit={save}>
            <TextField
              label={t('publications.views.name')}
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit">{t('publications.views.save')}</Button>
          </form>
        </>
      )}
    </PopoverButton>
  );
}

/** The columns that the user wants to see. The title is always shown. */
export function useShownColumns(columns: readonly Column<Publication>[]) {
  const { hiddenColumns } = usePreferences();
  const chosen = hiddenColumns?.[listName];
  const hidden = Array.isArray(chosen)
    ? (chosen as readonly string[])
    : ['researchers', 'type', 'source', 'doi', 'edits', 'fetched'];
  return columns.filter(({ id, isRowHeader }) => isRowHeader || !hidden.includes(id));
}

export function ColumnChoice({ all, shown }: Record<'all' | 'shown', readonly Column<Publication>[]>) {
  const t = useText();
  const { hiddenColumns } = usePreferences();
  const isShown = (id: string) => shown.some((column) => column.id === id);
  const toggle = (wanted: string) => {
    const hidden = all.map(({ id }) => id).filter((id) => (id === wanted ? isShown(id) : !isShown(id)));
    changePreferences({ hiddenColumns: { ...hiddenColumns, [listName]: hidden } });
  };
  return (
    <PopoverButton icon={Columns3} label={t('publications.columns')}>
      <ul>
        {all
          .filter(({ isRowHeader }) => !isRowHeader)
          .map(({ id, header }) => (
            <li key={id} className="choice">
              <CheckboxField label={header} checked={isShown(id)} onChange={() => toggle(id)} />
            </li>
          ))}
      </ul>
    </PopoverButton>
  );
}
