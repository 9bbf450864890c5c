import { useState } from 'react';
import type { ReportPeriod } from '../../../../src/records/reports/definition.ts';
import { useText } from '../../text/text.ts';
import { SelectField, TextField } from '../../ui/field.tsx';

interface PeriodFieldProps {
  value: ReportPeriod;
  onChange: (period: ReportPeriod) => void;
}

const mostYearsAgo = 10;
const ends = ['from', 'to'] as const;

/** The years of a report: as numbers, or counted from the year of the run. */
export function PeriodField({ value, onChange }: PeriodFieldProps) {
  const t = useText();
  const nameOf = (years: number | null) => {
    if (years === null) return t('reports.period.open');
    return years > 0 ? t('reports.period.ahead', { years }) : t('reports.period.ago', { years: -years });
  };
  return (
    <div className="report-row">
      <SelectField
        label={t('reports.period')}
        value={value.years}
        options={(['absolute', 'relative'] as const).map((years) => ({
          value: years,
          text: t(`reports.period.${years}`),
        }))}
        onChoose={(years) => onChange(changed(value, years))}
      />
      {ends.map((end) =>
        value.years === 'absolute' ? (
          <YearField
            key={end}
            label={t(`reports.period.${end}`)}
            value={value[end]}
            onChange={(year) => onChange({ ...value, [end]: year })}
          />
        ) : (
          <SelectField
            key={end}
            label={t(`reports.period.${end}`)}
            value={String(value[end] ?? '')}
            options={relativeYears(value[end]).map((years) => ({
              value: String(years ?? ''),
              text: nameOf(years),
            }))}
            onChoose={(years) => onChange({ ...value, [end]: years === '' ? null : Number(years) })}
          />
        ),
      )}
    </div>
  );
}

/** The years that are offered, with the chosen one. */
function relativeYears(chosen: number | null): (number | null)[] {
  const years = Array.from({ length: mostYearsAgo + 2 }, (_, n) => 1 - n);
  if (chosen !== null && !years.includes(chosen)) years.push(chosen);
  return [null, ...years];
}

/** The period in the other way of writing, for the same years now. */
function changed({ years: before, from, to }: ReportPeriod, years: ReportPeriod['years']): ReportPeriod {
  if (years === before) return { years, from, to };
  const offset = new Date().getUTCFullYear() * (years === 'absolute' ? 1 : -1);
  const moved = (year: number | null) => {
    const other = year === null ? null : year + offset;
    return years === 'relative' && other !== null && (other < -100 || other > 10) ? null : other;
  };
  return { years, from: moved(from), to: moved(to) };
}

const year = /^[12]\d{3}$|^$/;

const yearIn = (text: string) => (text === '' ? null : Number(text));

/** Keeps what is typed until it is a year. */
function YearField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (year: number | null) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState(String(value ?? ''));
  const text = typed.trim();
  // Another value comes from elsewhere, such as an undo.
  const shown = year.test(text) && yearIn(text) !== value ? String(value ?? '') : typed;
  return (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={4}
      placeholder={t('reports.period.open')}
      value={shown}
      issue={year.test(shown.trim()) ? undefined : t('publications.filter.yearFault')}
      onChange={({ target }) => {
        setTyped(target.value);
        const now = target.value.trim();
        if (year.test(now)) onChange(yearIn(now));
      }}
    />
  );
}
