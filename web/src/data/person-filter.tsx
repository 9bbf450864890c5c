import { Users, X } from 'lucide-react';
import { useText } from '../text/text.ts';
import { IconButton } from '../ui/button.tsx';
import { PopoverButton } from '../ui/popover.tsx';
import { PersonPicker, usePersonName } from './person-picker.tsx';

interface PersonFilterProps {
  label: string;
  /** The label of the button that clears it. */
  clearLabel: string;
  orcid: string | undefined;
  onChoose: (orcid: string | undefined) => void;
}

/** A filter of a list by a person, who is chosen by name or ORCID iD. */
export function PersonFilter({ label, clearLabel, orcid, onChoose }: PersonFilterProps) {
  const t = useText();
  const isUnknown = orcid === 'unknown';
  const name = usePersonName(isUnknown || orcid?.includes('|') ? undefined : orcid);
  return (
    <span className="chip">
      <PopoverButton icon={Users} label={label} value={isUnknown ? t('publications.filter.unknown') : (name ?? orcid)}>
        {(close) => (
          <PersonPicker
            onPick={(picked) => {
              onChoose(picked);
              close();
            }}
          />
        )}
      </PopoverButton>
      {orcid !== undefined && <IconButton icon={X} label={clearLabel} onClick={() => onChoose(undefined)} />}
    </span>
  );
}
