import type { ReportDefinition, ReportPeriod } from '../../../../src/records/reports/definition.ts';

/** A report without anything chosen. */
export const emptyDefinition: ReportDefinition = {
  name: '',
  filter: {},
  period: { years: 'absolute', from: null, to: null },
  outputs: 'both',
  sections: ['list', 'counts'],
  group_by: ['year'],
  counting: 'whole',
  year_of: 'first',
  style: 'apa',
  locale: 'en',
  bold: 'own',
  columns: [],
};

const lastYear: ReportPeriod = { years: 'relative', from: -1, to: -1 };
const lastFiveYears: ReportPeriod = { years: 'relative', from: -5, to: -1 };

/** Types of which most have a DOI. */
const typesWithDois = [
  'journal-article',
  'review-article',
  'data-paper',
  'book',
  'book-part',
  'conference-paper',
  'conference-proceedings',
  'doctoral-thesis',
  'preprint',
  'dataset',
];

/** Reports to start from, by name. */
export const templates = {
  annual: { period: lastYear, group_by: ['type'] },
  openAccess: {
    outputs: 'publications',
    period: lastFiveYears,
    sections: ['counts', 'list'],
    group_by: ['year', 'open_access', 'corresponding'],
    columns: ['institution', 'period', 'euro', 'doi', 'is_hybrid', 'publisher', 'journal', 'issn', 'url'],
  },
  kdsf: {
    period: lastYear,
    sections: ['counts', 'list'],
    group_by: ['kdsf', 'year'],
    locale: 'de',
    style: 'din-iso-690',
  },
  incomplete: {
    outputs: 'publications',
    filter: { missing: 'authors|abstract|venue|date' },
    group_by: ['type'],
    bold: 'none',
  },
  newSince: { filter: { created_from: 'last_run' }, group_by: ['type'] },
  retractedSince: { outputs: 'publications', filter: { retracted_from: 'last_run' }, group_by: ['year'] },
  withoutDoi: { outputs: 'works', filter: { output_type: typesWithDois.join('|') }, group_by: ['type'], bold: 'none' },
} satisfies Record<string, Partial<ReportDefinition>>;

export type TemplateName = keyof typeof templates;
export const templateNames = Object.keys(templates) as TemplateName[];

export const isTemplate = (name: string | undefined): name is TemplateName =>
  name !== undefined && Object.hasOwn(templates, name);
