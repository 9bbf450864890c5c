import { type ReactNode, useState } from 'react';
import { columnName } from '../../../../src/formats/documents/document-texts.ts';
import { reportStyles } from '../../../../src/records/citations/style-names.ts';
import {
  maxDimensions,
  type ReportDimension,
  reportColumns,
  reportDimensions,
  reportOutputs,
} from '../../../../src/records/reports/definition.ts';
import { type FilterName, filterNames, parametersOf } from '../../data/publication-filters/filter-names.ts';
import { Filters } from '../../data/publication-filters/filters.tsx';
import { publicationSearch } from '../../data/publication-filters/search.ts';
import { useText } from '../../text/text.ts';
import { CheckboxField, CheckboxGroup, SelectField, TextField } from '../../ui/field.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { useDimensionName, useDocumentLanguage } from './names.ts';
import { PeriodField } from './period-field.tsx';
import { changedFilter, type Field, type Values } from './values.ts';

interface DefinitionFormProps {
  values: Values;
  onChange: <Name extends Field>(field: Name, value: Values[Name]) => void;
}

/** The years are the period of the report, and what is deleted or superseded is in none. What a list had is shown. */
const notOffered: readonly FilterName[] = ['years', 'publication_year', 'counted', 'include', 'status', 'versions'];
const standards = { visibility: 'visible' };

/** All that a report is made of: what it counts, how it counts, and how its documents look. */
export function DefinitionForm({ values, onChange }: DefinitionFormProps) {
  const t = useText();
  return (
    <div className="report-form">
      <TextField
        label={t('reports.name')}
        value={values.name}
        maxLength={200}
        required
        onChange={({ target }) => onChange('name', target.value)}
      />
      <What values={values} onChange={onChange} />
      <How values={values} onChange={onChange} />
      <Look values={values} onChange={onChange} />
      <CheckboxField
        label={t('reports.share')}
        checked={values.shared}
        onChange={({ target }) => onChange('shared', target.checked)}
      />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="report-part">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function What({ values, onChange }: DefinitionFormProps) {
  const t = useText();
  const search = publicationSearch(values.filter);
  const isUsed = (filter: FilterName) => parametersOf(filter).some((name) => search[name] !== undefined);
  return (
    <Part title={t('reports.what')}>
      <SelectField
        label={t('reports.outputs')}
        value={values.outputs}
        options={reportOutputs.map((value) => ({ value, text: t(`reports.outputs.${value}`) }))}
        onChoose={(value) => onChange('outputs', value)}
      />
      <PeriodField value={values.period} onChange={(period) => onChange('period', period)} />
      <SearchField
        label={t('reports.search')}
        value={search.q ?? ''}
        onSearch={(q) => onChange('filter', changedFilter(values.filter, { q: q || undefined }))}
      />
      <Filters
        names={filterNames.filter((filter) => !notOffered.includes(filter) || isUsed(filter))}
        standards={standards}
        search={search}
        onChange={(change) => onChange('filter', changedFilter(values.filter, change))}
      />
    </Part>
  );
}

function How({ values, onChange }: DefinitionFormProps) {
  const t = useText();
  const nameOf = useDimensionName();
  const { group_by } = values;
  const places = Array.from({ length: maxDimensions }, (_, at) => at).filter((at) => at <= group_by.length);
  const choose = (at: number, dimension: ReportDimension | '') =>
    onChange(
      'group_by',
      dimension === ''
        ? group_by.filter((_, place) => place !== at)
        : [...group_by.slice(0, at), dimension, ...group_by.slice(at + 1)],
    );
  return (
    <Part title={t('reports.how')}>
      <div className="report-row">
        {places.map((at) => (
          <SelectField
            key={at}
            label={t('reports.groupBy', { place: at + 1 })}
            value={group_by[at] ?? ''}
            options={[
              { value: '' as const, text: t('reports.groupBy.none') },
              ...reportDimensions
                .filter((value) => value === group_by[at] || !group_by.includes(value))
                .map((value) => ({ value, text: nameOf(value) })),
            ]}
            onChoose={(dimension) => choose(at, dimension)}
          />
        ))}
      </div>
      <SelectField
        label={t('reports.counting')}
        hint={t(`reports.counting.${values.counting}.hint`)}
        value={values.counting}
        options={(['whole', 'fractional'] as const).map((value) => ({ value, text: t(`reports.counting.${value}`) }))}
        onChoose={(counting) => onChange('counting', counting)}
      />
      <SelectField
        label={t('reports.yearOf')}
        hint={t('reports.yearOf.hint')}
        value={values.year_of}
        options={(['first', 'issue'] as const).map((value) => ({ value, text: t(`reports.yearOf.${value}`) }))}
        onChoose={(value) => onChange('year_of', value)}
      />
    </Part>
  );
}

function Look({ values, onChange }: DefinitionFormProps) {
  const t = useText();
  const language = useDocumentLanguage();
  const [hasColumns, setHasColumns] = useState(values.columns.length > 0);
  const locales = [...new Set(['en', 'de', values.locale])];
  const nameOfLocale = (locale: string) =>
    locale === 'en' || locale === 'de' ? t(`reports.locale.${locale}`) : locale;
  return (
    <Part title={t('reports.look')}>
      <CheckboxGroup
        legend={t('reports.sections')}
        options={(['list', 'counts'] as const).map((value) => ({ value, text: t(`reports.sections.${value}`) }))}
        values={values.sections}
        onChange={(sections) => onChange('sections', sections)}
      />
      <div className="report-row">
        <SelectField
          label={t('reports.style')}
          value={values.style}
          options={reportStyles.map((value) => ({ value, text: t(`reports.style.${value}`) }))}
          onChoose={(style) => onChange('style', style)}
        />
        <SelectField
          label={t('reports.locale')}
          value={values.locale}
          options={locales.map((value) => ({ value, text: nameOfLocale(value) }))}
          onChoose={(locale) => onChange('locale', locale)}
        />
        <SelectField
          label={t('reports.bold')}
          value={values.bold}
          options={(['own', 'group', 'none'] as const).map((value) => ({ value, text: t(`reports.bold.${value}`) }))}
          onChoose={(bold) => onChange('bold', bold)}
        />
      </div>
      <CheckboxField
        label={t('reports.columns.choose')}
        checked={hasColumns}
        onChange={({ target }) => {
          setHasColumns(target.checked);
          if (!target.checked) onChange('columns', []);
        }}
      />
      {hasColumns && (
        <div className="report-columns">
          <CheckboxGroup
            legend={t('reports.columns')}
            options={reportColumns.map((value) => ({ value, text: columnName(value, language) }))}
            values={values.columns}
            onChange={(columns) => onChange('columns', inOrder(values.columns, columns))}
          />
        </div>
      )}
    </Part>
  );
}

/** Chosen columns keep their order, and a new one comes last. */
const inOrder = <Value,>(before: readonly Value[], after: readonly Value[]): Value[] => [
  ...before.filter((each) => after.includes(each)),
  ...after.filter((each) => !before.includes(each)),
];
