import { X } from 'lucide-react';
import { PickPerson, usePersonName } from '../../data/person-picker.tsx';
import { useText } from '../../text/text.ts';
import { IconButton } from '../../ui/button.tsx';

interface PersonFieldProps {
  label: string;
  /** Empty if nobody is chosen. */
  orcid: string;
  issue: string | undefined;
  onChange: (orcid: string) => void;
}

/** One person of the registry, by name. */
export function PersonField({ label, orcid, issue, onChange }: PersonFieldProps) {
  const t = useText();
  const name = usePersonName(orcid === '' ? undefined : orcid) ?? orcid;
  return (
    <fieldset className="group-field">
      <legend>{label}</legend>
      {orcid === '' ? (
        <PickPerson label={t('groups.choosePerson')} onPick={onChange} />
      ) : (
        <span className="chosen-group">
          <bdi>{name}</bdi>
          <IconButton icon={X} label={t('picker.remove', { name })} onClick={() => onChange('')} />
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
