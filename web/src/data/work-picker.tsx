import { useQuery } from '@tanstack/react-query';
import { FilePlus, X } from 'lucide-react';
import { useState } from 'react';
import { answerOf, api } from '../api/client.ts';
import { useLocalized } from '../text/localized.ts';
import { useText } from '../text/text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ChosenField, type ChosenProps } from '../ui/chosen-field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { PopoverButton } from '../ui/popover.tsx';
import { SearchField } from '../ui/search-field.tsx';

const active = {
  page: 1,
  perPage: 8,
  sort: 'last_fetched_at',
  dir: 'desc',
  visibility: 'all',
  status: 'active',
} as const;

interface WorksFieldProps {
  label: string;
  ids: readonly string[];
  issue: string | undefined;
  onChange: (ids: readonly string[]) => void;
}

/** Works without a DOI by title, each of which can be removed, and a picker for more. */
export function WorksField({ label, ids, issue, onChange }: WorksFieldProps) {
  const t = useText();
  return (
    <ChosenField legend={label} issue={issue} ids={ids} Chosen={ChosenWork} onChange={onChange}>
      <PopoverButton icon={FilePlus} label={t('picker.addWork')}>
        {(close) => (
          <WorkPicker
            except={ids}
            onPick={(id) => {
              onChange([...ids, id]);
              close();
            }}
          />
        )}
      </PopoverButton>
    </ChosenField>
  );
}

function ChosenWork({ id, onRemove }: ChosenProps) {
  const t = useText();
  const localized = useLocalized();
  const { data } = useQuery({
    queryKey: ['works', 'title', id],
    queryFn: ({ signal }) => answerOf(api.GET('/api/works/{id}', { params: { path: { id } }, signal })),
    placeholderData: undefined,
    staleTime: 60_000,
    retry: false,
  });
  const title = (data && localized(data.merged.title)) ?? id;
  return (
    <li>
      <bdi>{title}</bdi>
      <IconButton icon={X} label={t('picker.remove', { name: title })} onClick={onRemove} />
    </li>
  );
}

interface WorkPickerProps {
  onPick: (id: string) => void;
  /** The works that are chosen already. */
  except: readonly string[];
}

/** Finds a work by its title or the name of an author. */
function WorkPicker({ onPick, except }: WorkPickerProps) {
  const t = useText();
  const localized = useLocalized();
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['works', 'picker', q],
    queryFn: ({ signal }) => answerOf(api.GET('/api/works', { params: { query: { ...active, q } }, signal })),
  });
  const found = (data?.works ?? []).filter(({ id }) => !except.includes(id));
  return (
    <>
      <SearchField label={t('picker.searchWorks')} value={q} onSearch={setQ} autoFocus />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data?.total === 0 && <p className="fine">{t('picker.noWork')}</p>}
      <ul className="picker">
        {found.map(({ id, title, publication_year }) => (
          <li key={id}>
            <Button kind="quiet" onClick={() => onPick(id)}>
              <bdi>{localized(title) ?? id}</bdi>
              {publication_year && <span className="fine">{publication_year}</span>}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
