import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo } from 'react';
import { outputTypeName } from '../../../../src/formats/documents/document-texts.ts';
import { outputTypes } from '../../../../src/records/publications/coar.ts';
import { useFormat } from '../../text/format.ts';
import { TextContext, useText } from '../../text/text.ts';
import { CheckboxField, CheckboxGroup, SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { useFilterForm } from '../filter-form.ts';
import { GroupFilter } from '../groups/filter.tsx';
import { PersonPicker } from '../person-picker.tsx';
import { type CountedFilter, filterCounts, groupCounts } from './counts.ts';
import { type Choice, choicesOf, type FilterName, isChoice, isCounted, useNameOf, valuesOf } from './filter-names.ts';
import type { PublicationSearch } from './search.ts';

export interface FilterProps {
  search: PublicationSearch;
  onChange: (change: PublicationSearch) => void;
  /** Of choices whose default is another one than the list's. A report has them, and with it `lastRun`. */
  standards?: Partial<Record<Choice, string>>;
}

/** The time of the last run of a report, as a filter of that report. */
export const lastRun = 'last_run';

/** Chooses the values of one filter. */
export function FilterEditor({ filter, ...props }: FilterProps & { filter: FilterName; onDone: () => void }) {
  if (isCounted(filter)) return <CountedValues {...props} filter={filter} />;
  if (isChoice(filter)) return <Choices {...props} filter={filter} />;
  if (filter === 'years') {
    const names = ['publication_year_from', 'publication_year_to'] as const;
    return <Years {...props} names={names} />;
  }
  if (filter === 'counted') return <CountedYears {...props} />;
  if (filter === 'created_from' || filter === 'retracted_from') return <Since {...props} filter={filter} />;
  if (filter === 'output_type') return <OutputTypes {...props} />;
  if (filter === 'group') return <Groups {...props} />;
  if (filter === 'min_cited_by') return <LeastCitations {...props} />;
  return (
    <PersonPicker
      onPick={(orcid) => {
        props.onChange({ orcid_id: orcid });
        props.onDone();
      }}
    />
  );
}

/** Groups with their numbers of publications. */
function Groups({ search, onChange }: FilterProps) {
  const { data } = useQuery(groupCounts(search));
  const counts = useMemo(() => data && new Map(data.map(({ value, count }) => [value, count])), [data]);
  return <GroupFilter search={search} onChange={onChange} counts={counts} />;
}

function Choices({ filter, search, onChange, standards }: FilterProps & { filter: Choice }) {
  const nameOf = useNameOf();
  const standard = standards?.[filter] ?? choicesOf[filter][0];
  const chosen = String(search[filter] ?? standard);
  return (
    <fieldset className="checkbox-group">
      {choicesOf[filter].map((value) => (
        <label key={value} className="checkbox">
          <input
            type="radio"
            name={filter}
            checked={chosen === value}
            onChange={() => onChange({ [filter]: value === standard ? undefined : value })}
          />
          <span>{nameOf(filter, value)}</span>
        </label>
      ))}
    </fieldset>
  );
}

const year = /^[12]\d{3}$|^$/;

interface YearsProps extends FilterProps {
  /** The parameters of the first and of the last year. */
  names: readonly ['publication_year_from', 'publication_year_to'] | readonly ['counted_year_from', 'counted_year_to'];
  onDone: () => void;
}

function Years({ search, onChange, onDone, names: [first, last] }: YearsProps) {
  const t = useText();
  const fault = (typed: string) => (year.test(typed) ? undefined : t('publications.filter.yearFault'));
  const faultOfEnd = ({ from, to }: { from: string; to: string }) =>
    fault(to) ?? (from !== '' && to !== '' && from > to ? t('publications.filter.yearOrder') : undefined);
  const { typed, text, send } = useFilterForm({
    name: `publications.${first}`,
    shown: { from: String(search[first] ?? ''), to: String(search[last] ?? '') },
    faultOf: (both) => fault(both.from) ?? faultOfEnd(both),
    apply: ({ from, to }) => onChange({ [first]: Number(from) || undefined, [last]: Number(to) || undefined }),
  });
  const submit = () => {
    send();
    onDone();
  };
  const why = fault(typed.from) ?? faultOfEnd(typed);
  const field = { inputMode: 'numeric', maxLength: 4, placeholder: '2024' } as const;
  return (
    <Form submit={t('publications.filter.apply')} kind="plain" why={why} onSubmit={submit}>
      <TextField {...field} label={t('publications.filter.from')} {...text('from')} issue={fault(typed.from)} />
      <TextField {...field} label={t('publications.filter.to')} {...text('to')} issue={faultOfEnd(typed)} />
    </Form>
  );
}

/** The years in which outputs count in reports. */
function CountedYears(props: Omit<YearsProps, 'names'>) {
  const t = useText();
  const { search, onChange } = props;
  return (
    <>
      <SelectField
        label={t('publications.filter.year_of')}
        value={search.year_of ?? 'first'}
        options={(['first', 'issue'] as const).map((value) => ({ value, text: t(`publications.year_of.${value}`) }))}
        onChoose={(value) => onChange({ year_of: value === 'first' ? undefined : value })}
      />
      <Years {...props} names={['counted_year_from', 'counted_year_to']} />
    </>
  );
}

/** A day, or in a report the time of its last run. */
function Since({ filter, search, onChange, standards }: FilterProps & { filter: 'created_from' | 'retracted_from' }) {
  const t = useText();
  const from = search[filter];
  const isDay = from !== undefined && from !== lastRun;
  const shown = isDay && /^\d{5,}$/.test(from) ? new Date(Number(from)).toISOString().slice(0, 10) : from;
  return (
    <>
      {standards && (
        <CheckboxField
          label={t('publications.filter.lastRun')}
          checked={from === lastRun}
          onChange={({ target }) => onChange({ [filter]: target.checked ? lastRun : undefined })}
        />
      )}
      <TextField
        label={t('publications.filter.day')}
        type="date"
        value={isDay ? shown : ''}
        onChange={({ target }) => onChange({ [filter]: target.value || undefined })}
      />
    </>
  );
}

/** Types of publications and works in one vocabulary. */
function OutputTypes({ search, onChange }: FilterProps) {
  const { language } = useContext(TextContext);
  const t = useText();
  const options = outputTypes.map((value) => ({ value, text: outputTypeName(value, language) }));
  options.sort((one, other) => one.text.localeCompare(other.text, language));
  return (
    <CheckboxGroup
      legend={t('publications.filter.output_type')}
      options={options}
      values={valuesOf(search.output_type)}
      onChange={(types) => onChange({ output_type: types.join('|') || undefined })}
    />
  );
}

function LeastCitations({ search, onChange, onDone }: FilterProps & { onDone: () => void }) {
  const t = useText();
  const faultOf = ({ least }: { least: string }) =>
    /^\d{0,9}$/.test(least) ? undefined : t('publications.filter.numberFault');
  const { typed, text, send } = useFilterForm({
    name: 'publications.citations',
    shown: { least: String(search.min_cited_by ?? '') },
    faultOf,
    apply: ({ least }) => onChange({ min_cited_by: Number(least) || undefined }),
  });
  const submit = () => {
    send();
    onDone();
  };
  const fault = faultOf(typed);
  return (
    <Form submit={t('publications.filter.apply')} kind="plain" why={fault} onSubmit={submit}>
      <TextField label={t('publications.filter.min_cited_by')} inputMode="numeric" {...text('least')} issue={fault} />
    </Form>
  );
}

/** The values of a filter with their numbers of publications, including chosen values without any. */
function CountedValues({ filter, search, onChange }: FilterProps & { filter: CountedFilter }) {
  const t = useText();
  const { number } = useFormat();
  const nameOf = useNameOf();
  const { data, error, refetch } = useQuery(filterCounts(search, filter));
  const chosen = valuesOf(search[filter]);
  if (error) return <ErrorNotice error={error} onRetry={refetch} />;
  // Several values are joined with a bar, so one that has a bar itself cannot be asked for.
  const known = (data ?? []).flatMap(({ value, ...rest }) =>
    value == null || String(value).includes('|') ? [] : [{ value: String(value), ...rest }],
  );
  const counts = new Map(known.map((each) => [each.value, each]));
  const values = [...new Set([...counts.keys(), ...chosen])];
  if (filter === 'publication_year') values.sort().reverse();
  const toggle = (value: string) => {
    const rest = chosen.filter((each) => each !== value);
    const next = rest.length < chosen.length ? rest : [...chosen, value];
    onChange({ [filter]: next.length > 0 ? next.join('|') : undefined });
  };
  if (values.length === 0) return data ? <p>{t('publications.noValues')}</p> : <TableSkeleton rows={4} />;
  return (
    <ul aria-busy={!data}>
      {values.map((value) => (
        <li key={value} className="choice">
          <CheckboxField
            label={counts.get(value)?.title ?? nameOf(filter, value)}
            checked={chosen.includes(value)}
            onChange={() => toggle(value)}
          />
          <span className="count">{number(counts.get(value)?.count ?? 0)}</span>
        </li>
      ))}
    </ul>
  );
}
