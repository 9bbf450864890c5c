import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useMemo, useState } from 'react';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { PopoverButton } from '../../ui/popover.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { allGroups, useGroupName } from './queries.ts';
import { groupMatcher, hasEnded } from './tree.ts';

const shown = 8;

interface GroupPickerProps {
  onPick: (id: string) => void;
  /** The ids of groups that cannot be picked. */
  except?: readonly string[];
}

/** Finds a group by a name or id. */
function GroupPicker({ onPick, except = [] }: GroupPickerProps) {
  const t = useText();
  const nameOf = useGroupName();
  const [q, setQ] = useState('');
  const { data = [], error, refetch } = useQuery(allGroups);
  const found = useMemo(() => data.filter(groupMatcher(q)), [data, q]).filter(({ id }) => !except.includes(id));
  const nowMs = Date.now();
  return (
    <>
      <SearchField label={t('group.search')} value={q} onSearch={setQ} autoFocus />
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!error && found.length === 0 && <p className="fine">{t('ui.empty.noMatch')}</p>}
      <ul className="picker">
        {found.slice(0, shown).map((group) => {
          const { id, parent_ids } = group;
          const above = joinTexts(parent_ids.map(nameOf));
          const facts = [...(above ? [above] : []), ...(hasEnded(group, nowMs) ? [t('group.ended')] : [])];
          return (
            <li key={id}>
              <Button kind="quiet" onClick={() => onPick(id)}>
                <bdi>{nameOf(id)}</bdi>
                {facts.length > 0 && <span className="fine">{facts.join(' · ')}</span>}
              </Button>
            </li>
          );
        })}
      </ul>
      {found.length > shown && <p className="fine">{t('picker.more', { count: found.length - shown })}</p>}
    </>
  );
}

/** A button that opens the picker until a group is picked. */
export function PickGroup({ label = '', onPick, ...picker }: GroupPickerProps & { label?: string }) {
  const t = useText();
  return (
    <PopoverButton icon={Plus} label={label || t('group.choose')}>
      {(close) => (
        <GroupPicker
          {...picker}
          onPick={(id) => {
            onPick(id);
            close();
          }}
        />
      )}
    </PopoverButton>
  );
}

interface GroupFieldProps {
  label: string;
  id: string | null;
  except?: readonly string[];
  issue?: string | undefined;
  onChange: (id: string | null) => void;
}

/** One group or none, by name. */
export function GroupField({ label, id, except = [], issue, onChange }: GroupFieldProps) {
  const t = useText();
  const nameOf = useGroupName();
  return (
    <fieldset className="group-field">
      <legend>{label}</legend>
      {id === null ? (
        <PickGroup except={except} onPick={onChange} />
      ) : (
        <span className="chosen-group">
          <bdi>{nameOf(id)}</bdi>
          <IconButton icon={X} label={t('picker.remove', { name: nameOf(id) })} onClick={() => onChange(null)} />
        </span>
      )}
      {issue && (
        <p className="field-issue" role="alert">
          {issue}
        </p>
      )}
    </fieldset>
  );
}
