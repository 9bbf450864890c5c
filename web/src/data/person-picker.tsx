import { useQuery } from '@tanstack/react-query';
import { Plus, UserPlus, X } from 'lucide-react';
import { useState } from 'react';
import { parseOrcidId } from '../../../src/vocabulary/identifiers/orcid-id.ts';
import { answerOf, api } from '../api/client.ts';
import { useLocalized } from '../text/localized.ts';
import { useText } from '../text/text.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ChosenField, type ChosenProps } from '../ui/chosen-field.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { PopoverButton } from '../ui/popover.tsx';
import { SearchField } from '../ui/search-field.tsx';

const shown = 8;

/** The name of a person in the registry; undefined until it is known, or if there is none. */
export function usePersonName(orcid: string | undefined): string | undefined {
  const localized = useLocalized();
  const { data } = useQuery({
    queryKey: ['people', 'person', orcid],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/people/{orcid}', { params: { path: { orcid: orcid ?? '' } }, signal })),
    enabled: orcid !== undefined,
    placeholderData: undefined,
    staleTime: 60_000,
    retry: false,
  });
  return data && localized(data.name);
}

interface PersonPickerProps {
  onPick: (orcid: string) => void;
  /** The iDs of people who are chosen already. */
  except?: readonly string[];
  /** Whether somebody who is not in the registry can be picked, by ORCID iD. */
  allowsOthers?: boolean;
}

/** Finds a person of the registry by a name or iD. */
export function PersonPicker({ onPick, except = [], allowsOthers = false }: PersonPickerProps) {
  const t = useText();
  const localized = useLocalized();
  const [q, setQ] = useState('');
  const { data, error, refetch } = useQuery({
    queryKey: ['people', 'picker', q],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/people', { params: { query: { q, sort: 'name', page: 1, perPage: shown } }, signal })),
  });
  const found = (data?.people ?? []).filter(({ orcid }) => !except.includes(orcid));
  const typed = parseOrcidId(q);
  const isOther = typed !== undefined && !except.includes(typed) && data?.total === 0;
  return (
    <>
      <SearchField label={t('picker.search')} value={q} onSearch={setQ} autoFocus />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {data?.total === 0 && <p className="fine">{t('picker.nobody')}</p>}
      {allowsOthers && isOther && (
        <Button icon={Plus} onClick={() => onPick(typed)}>
          {t('picker.add', { name: typed })}
        </Button>
      )}
      <ul className="picker">
        {found.map(({ orcid, name }) => (
          <li key={orcid}>
            <Button kind="quiet" onClick={() => onPick(orcid)}>
              <bdi>{localized(name) ?? orcid}</bdi>
              {name && <span className="fine">{orcid}</span>}
            </Button>
          </li>
        ))}
      </ul>
      {data && data.total > shown && <p className="fine">{t('picker.more', { count: data.total - shown })}</p>}
    </>
  );
}

/** A button that opens the picker until somebody is picked. */
export function PickPerson({ label, onPick, ...picker }: PersonPickerProps & { label: string }) {
  return (
    <PopoverButton icon={UserPlus} label={label}>
      {(close) => (
        <PersonPicker
          {...picker}
          onPick={(orcid) => {
            onPick(orcid);
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}

interface PeopleFieldProps {
  label: string;
  orcids: readonly string[];
  issue: string | undefined;
  onChange: (orcids: readonly string[]) => void;
  /** Whether only people of the registry can be chosen. */
  isOfRegistry?: boolean;
}

/** People by name, each of whom can be removed, and the picker for more. */
export function PeopleField({ label, orcids, issue, onChange, isOfRegistry = false }: PeopleFieldProps) {
  const t = useText();
  return (
    <ChosenField legend={label} issue={issue} ids={orcids} Chosen={ChosenPerson} onChange={onChange}>
      <PickPerson
        label={t('picker.addPerson')}
        except={orcids}
        allowsOthers={!isOfRegistry}
        onPick={(orcid) => onChange([...orcids, orcid])}
      />
    </ChosenField>
  );
}

function ChosenPerson({ id: orcid, onRemove }: ChosenProps) {
  const t = useText();
  const name = usePersonName(orcid);
  return (
    <li>
      <span>
        <bdi>{name ?? orcid}</bdi> {name !== undefined && <code>{orcid}</code>}
      </span>
      <IconButton icon={X} label={t('picker.remove', { name: name ?? orcid })} onClick={onRemove} />
    </li>
  );
}
