import { type ComponentProps, type ReactNode, useId } from 'react';
import { useText } from '../text/text.ts';

interface FieldProps {
  label: string;
  /** Help on the value to enter, below the field. */
  hint?: ReactNode;
  /** The error of the value, beside the field. */
  issue?: string | undefined;
  /** Marked at the label. A native field also has the attribute. */
  required?: boolean | undefined;
  /** Hides the label except from screen readers, where the context shows it to everybody else. */
  hideLabel?: boolean;
}

function Field({
  label,
  hint,
  issue,
  hideLabel,
  required,
  id,
  children,
}: FieldProps & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id} className={hideLabel ? 'visually-hidden' : undefined}>
        {label}
        {required && <RequiredMark />}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="fine">
          {hint}
        </p>
      )}
      {issue && (
        <p id={`${id}-issue`} className="field-issue" role="alert">
          {issue}
        </p>
      )}
    </div>
  );
}

/** Says that a field has to be filled in. Screen readers are told by the field itself. */
export function RequiredMark() {
  const t = useText();
  return (
    <span aria-hidden className="fine required-mark">
      {t('ui.field.required')}
    </span>
  );
}

const describedBy = (id: string, { hint, issue }: FieldProps) =>
  [hint && `${id}-hint`, issue && `${id}-issue`].filter(Boolean).join(' ') || undefined;

/** A line of text, in the direction of its content. Accepts all attributes of a native input. */
export function TextField({ label, hint, issue, hideLabel, ...input }: FieldProps & ComponentProps<'input'>) {
  const ownId = useId();
  const id = input.id ?? ownId;
  const field = { label, hint, issue, hideLabel, required: input.required };
  return (
    <Field {...field} id={id}>
      <input
        type="text"
        dir="auto"
        {...input}
        id={id}
        aria-invalid={!!issue || undefined}
        aria-describedby={describedBy(id, field)}
      />
    </Field>
  );
}

/** Several lines of text, in the direction of their content. */
export function TextAreaField({ label, hint, issue, hideLabel, ...area }: FieldProps & ComponentProps<'textarea'>) {
  const ownId = useId();
  const id = area.id ?? ownId;
  const field = { label, hint, issue, hideLabel, required: area.required };
  return (
    <Field {...field} id={id}>
      <textarea
        dir="auto"
        {...area}
        id={id}
        aria-invalid={!!issue || undefined}
        aria-describedby={describedBy(id, field)}
      />
    </Field>
  );
}

interface SelectFieldProps<Value extends string> extends FieldProps {
  value: Value;
  options: readonly { value: Value; text: string }[];
  onChoose: (value: Value) => void;
  autoFocus?: boolean;
}

export function SelectField<Value extends string>({
  value,
  options,
  onChoose,
  autoFocus,
  ...field
}: SelectFieldProps<Value>) {
  const id = useId();
  return (
    <Field {...field} id={id}>
      <select
        id={id}
        value={value}
        // biome-ignore lint/a11y/noAutofocus: for a field that the user has just opened
        autoFocus={autoFocus}
        aria-invalid={!!field.issue || undefined}
        aria-describedby={describedBy(id, field)}
        onChange={(event) => onChoose(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function CheckboxField({ label, ...input }: { label: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="checkbox">
      <input {...input} type="checkbox" />
      <span>{label}</span>
    </label>
  );
}

interface CheckboxGroupProps<Value extends string> {
  legend: string;
  options: readonly { value: Value; text: ReactNode }[];
  values: readonly Value[];
  onChange: (values: Value[]) => void;
}

/** Any of the given values. They keep the order of the options. */
export function CheckboxGroup<Value extends string>({ legend, options, values, onChange }: CheckboxGroupProps<Value>) {
  return (
    <fieldset className="checkbox-group">
      <legend>{legend}</legend>
      {options.map(({ value, text }) => (
        <CheckboxField
          key={value}
          label={text}
          checked={values.includes(value)}
          onChange={({ target }) =>
            onChange(
              options
                .map((option) => option.value)
                .filter((other) => (other === value ? target.checked : values.includes(other))),
            )
          }
        />
      ))}
    </fieldset>
  );
}
