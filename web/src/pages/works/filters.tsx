import { Calendar, Fingerprint, Users, X } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { PersonPicker, usePersonName } from '../../data/person-picker.tsx';
import { useTermOptions } from '../../data/terms.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import type { WorksSearch } from './search.ts';

interface FilterProps {
  search: WorksSearch;
  onChange: (change: WorksSearch) => void;
}

/** Whether the list is not that of all works that are not deleted. */
export const hasFilter = ({ page: _, sort: __, dir: ___, ...filters }: WorksSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined);

const none = {
  q: undefined,
  identifier: undefined,
  orcid_id: undefined,
  work_type: undefined,
  publication_year_from: undefined,
  publication_year_to: undefined,
  origin: undefined,
  status: undefined,
  visibility: undefined,
} satisfies WorksSearch;

export function Filters({ search, onChange }: FilterProps) {
  const t = useText();
  const types = useTermOptions()('workType');
  return (
    <>
      <PersonFilter search={search} onChange={onChange} />
      <SelectField
        label={t('works.type')}
        value={search.work_type ?? ''}
        options={[{ value: '', text: t('works.any') }, ...types]}
        onChoose={(type) => onChange({ work_type: type || undefined })}
      />
      <YearFilter search={search} onChange={onChange} />
      <IdentifierFilter search={search} onChange={onChange} />
      <SelectField
        label={t('works.origin')}
        value={search.origin ?? ''}
        options={[
          { value: '', text: t('works.any') },
          ...(['orcid', 'curator'] as const).map((value) => ({ value, text: t(`works.origin.${value}`) })),
        ]}
        onChoose={(origin) => onChange({ origin: origin === '' ? undefined : origin })}
      />
      <SelectField
        label={t('works.visibility')}
        value={search.visibility ?? 'all'}
        options={(['all', 'visible', 'hidden'] as const).map((value) => ({
          value,
          text: t(`works.visibility.${value}`),
        }))}
        onChoose={(visibility) => onChange({ visibility: visibility === 'all' ? undefined : visibility })}
      />
      <SelectField
        label={t('works.status')}
        value={search.status ?? 'active'}
        options={(['active', 'deleted', 'all'] as const).map((value) => ({ value, text: t(`works.status.${value}`) }))}
        onChoose={(status) => onChange({ status: status === 'active' ? undefined : status })}
      />
      {hasFilter(search) && (
        <Button kind="quiet" onClick={() => onChange(none)}>
          {t('works.clearFilters')}
        </Button>
      )}
    </>
  );
}

/** A filter in a panel, with a button that clears it. */
function Chip({ children, onClear, name }: { children: ReactNode; name: string; onClear: (() => void) | false }) {
  const t = useText();
  return (
    <span className="chip">
      {children}
      {onClear && <IconButton icon={X} label={t('works.clearFilter', { name })} onClick={onClear} />}
    </span>
  );
}

function PersonFilter({ search: { orcid_id }, onChange }: FilterProps) {
  const t = useText();
  const name = usePersonName(orcid_id);
  const label = t('works.person');
  return (
    <Chip name={label} onClear={orcid_id !== undefined && (() => onChange({ orcid_id: undefined }))}>
      <PopoverButton icon={Users} label={label} value={name ?? orcid_id}>
        {(close) => (
          <PersonPicker
            onPick={(orcid) => {
              onChange({ orcid_id: orcid });
              close();
            }}
          />
        )}
      </PopoverButton>
    </Chip>
  );
}

function YearFilter({ search, onChange }: FilterProps) {
  const t = useText();
  const { publication_year_from: from, publication_year_to: to } = search;
  const label = t('works.years');
  const isUsed = from !== undefined || to !== undefined;
  const clear = () => onChange({ publication_year_from: undefined, publication_year_to: undefined });
  return (
    <Chip name={label} onClear={isUsed && clear}>
      <PopoverButton icon={Calendar} label={label} value={isUsed ? `${from ?? ''}–${to ?? ''}` : undefined}>
        {(close) => <Years search={search} onChange={onChange} onDone={close} />}
      </PopoverButton>
    </Chip>
  );
}

function Years({ search, onChange, onDone }: FilterProps & { onDone: () => void }) {
  const t = useText();
  const [from, setFrom] = useState(String(search.publication_year_from ?? ''));
  const [to, setTo] = useState(String(search.publication_year_to ?? ''));
  const wrong = (text: string) => (/^[12]\d{3}$|^$/.test(text) ? undefined : t('works.fault.year'));
  const isReversed = from !== '' && to !== '' && from > to;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong(from) || wrong(to) || isReversed) return;
    onChange({ publication_year_from: Number(from) || undefined, publication_year_to: Number(to) || undefined });
    onDone();
  };
  const field = { inputMode: 'numeric', maxLength: 4, placeholder: '2024' } as const;
  return (
    <form onSubmit={submit}>
      <TextField
        {...field}
        label={t('works.yearFrom')}
        value={from}
        issue={wrong(from)}
        onChange={({ target }) => setFrom(target.value.trim())}
      />
      <TextField
        {...field}
        label={t('works.yearTo')}
        value={to}
        issue={wrong(to) ?? (isReversed ? t('works.fault.yearOrder') : undefined)}
        onChange={({ target }) => setTo(target.value.trim())}
      />
      <Button type="submit">{t('works.apply')}</Button>
    </form>
  );
}

function IdentifierFilter({ search: { identifier }, onChange }: FilterProps) {
  const t = useText();
  const [typed, setTyped] = useState(identifier ?? '');
  const label = t('works.identifier');
  return (
    <Chip name={label} onClear={identifier !== undefined && (() => onChange({ identifier: undefined }))}>
      <PopoverButton icon={Fingerprint} label={label} value={identifier}>
        {(close) => (
          <form
            onSubmit={(event) => {
              event.preventDefault();
              onChange({ identifier: typed.trim() || undefined });
              close();
            }}
          >
            <TextField
              label={label}
              hint={t('works.identifierHint')}
              value={typed}
              spellCheck={false}
              onChange={({ target }) => setTyped(target.value)}
            />
            <Button type="submit">{t('works.apply')}</Button>
          </form>
        )}
      </PopoverButton>
    </Chip>
  );
}
