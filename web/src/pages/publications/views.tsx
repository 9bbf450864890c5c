import { Bookmark, Columns3, Download, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { changePreferences, preferences, type SavedView, usePreferences } from '../../preferences.ts';
import { useTexts } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { CheckboxField, TextField } from '../../ui/field.tsx';
import { Menu } from '../../ui/menu.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import type { Column } from '../../ui/table.tsx';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import type { Publication } from './columns.tsx';
import { type ExportFormat, exportFormats, exportPublications } from './queries.ts';
import { type PublicationSearch, publicationSearch } from './search.ts';
import { texts } from './texts.ts';

const listName = 'publications';

/** Named searches, stored in this browser. */
export function SavedViews({ search, onShow }: { search: PublicationSearch; onShow: (s: PublicationSearch) => void }) {
  const p = useTexts(texts);
  const { views } = usePreferences();
  const [name, setName] = useState('');
  const toast = useToast();
  const stored = views?.[listName];
  const own = Array.isArray(stored) ? (stored as readonly SavedView[]) : [];
  const keep = (next: typeof own) => {
    const isKept = changePreferences({ views: { ...views, [listName]: next } });
    if (!isKept) toast({ text: p('views.notKept'), tone: 'bad' });
  };
  const forget = (view: SavedView) => {
    keep(own.filter((each) => each !== view));
    const undo = () => {
      const now = preferences.views?.[listName] ?? [];
      if (!now.some(({ name }) => name === view.name)) keep([...now, view]);
    };
    toast({ text: p('views.forgotten', { name: view.name }), undo });
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
    <PopoverButton icon={Bookmark} label={p('views')}>
      {(close) => (
        <>
          {own.length === 0 && <p className="fine">{p('views.none')}</p>}
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
                  label={p('views.forget', { name: view.name })}
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
              label={p('views.name')}
              value={name}
              maxLength={60}
              onChange={(event) => setName(event.target.value)}
            />
            <Button type="submit">{p('views.save')}</Button>
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
  const hidden = Array.isArray(chosen) ? (chosen as readonly string[]) : ['type', 'access', 'source', 'doi', 'edits'];
  return columns.filter(({ id, isRowHeader }) => isRowHeader || !hidden.includes(id));
}

export function ColumnChoice({ all, shown }: Record<'all' | 'shown', readonly Column<Publication>[]>) {
  const p = useTexts(texts);
  const { hiddenColumns } = usePreferences();
  const isShown = (id: string) => shown.some((column) => column.id === id);
  const toggle = (wanted: string) => {
    const hidden = all.map(({ id }) => id).filter((id) => (id === wanted ? isShown(id) : !isShown(id)));
    changePreferences({ hiddenColumns: { ...hiddenColumns, [listName]: hidden } });
  };
  return (
    <PopoverButton icon={Columns3} label={p('columns')}>
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

/** Downloads the filtered publications in an export format. */
export function ExportMenu({ search }: { search: PublicationSearch }) {
  const p = useTexts(texts);
  const showError = useErrorToast();
  const download = async (format: ExportFormat) => {
    try {
      const url = URL.createObjectURL(await exportPublications(search, format));
      Object.assign(document.createElement('a'), {
        href: url,
        download: `publications.${exportFormats[format]}`,
      }).click();
      URL.revokeObjectURL(url);
    } catch (error) {
      showError(error);
    }
  };
  const items = (Object.keys(exportFormats) as ExportFormat[]).map((id) => ({ id, text: p(`export.${id}`) }));
  return (
    <Menu label={p('export')} icon={Download} showLabel items={items} onChoose={(id) => download(id as ExportFormat)} />
  );
}
