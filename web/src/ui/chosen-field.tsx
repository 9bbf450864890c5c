import type { ComponentType, ReactNode } from 'react';

export interface ChosenProps {
  id: string;
  onRemove: () => void;
}

interface ChosenFieldProps {
  legend: string;
  issue: string | undefined;
  ids: readonly string[];
  /** An item of the list: what it names, and the button that removes it. */
  Chosen: ComponentType<ChosenProps>;
  onChange: (ids: readonly string[]) => void;
  /** Chooses more. */
  children: ReactNode;
}

/** Records that were chosen, each of which can be removed, and a picker for more. */
export function ChosenField({ legend, issue, ids, Chosen, onChange, children }: ChosenFieldProps) {
  return (
    <fieldset className="people-field">
      <legend>{legend}</legend>
      {ids.length > 0 && (
        <ul>
          {ids.map((id) => (
            <Chosen key={id} id={id} onRemove={() => onChange(ids.filter((other) => other !== id))} />
          ))}
        </ul>
      )}
      {children}
      {issue && (
        <p className="field-issue" role="alert">
          {issue}
        </p>
      )}
    </fieldset>
  );
}
