import type { ReportDefinition } from './definition.ts';

/** Reports to begin with. Their names are texts of the dashboard, by key. */
export const reportTemplates = [
  'annual_list',
  'open_access',
  'kdsf',
  'incomplete',
  'new_since',
  'retracted_since',
  'works_without_doi',
] as const;
export type ReportTemplate = (typeof reportTemplates)[number];

const lastYear = { years: 'relative', from: -1, to: -1 } as const;
const allYears = { years: 'absolute', from: null, to: null } as const;

/** The columns of OpenAPC (https://github.com/OpenAPC/openapc-de/wiki/schema) that the registry knows, and `euro` to fill in. */
const openApcColumns = [
  'institution',
  'period',
  'euro',
  'doi',
  'is_hybrid',
  'publisher',
  'journal',
  'issn',
  'license',
  'url',
] as const;

const usual = {
  filter: {},
  period: lastYear,
  outputs: 'both',
  sections: ['list', 'counts'],
  group_by: ['type'],
  counting: 'whole',
  year_of: 'first',
  style: 'apa',
  locale: 'en',
  bold: 'own',
  columns: [],
} satisfies Omit<ReportDefinition, 'name'>;

/** The definitions of templates, without a name. */
export const templateDefinitions: Record<ReportTemplate, Omit<ReportDefinition, 'name'>> = {
  annual_list: usual,
  /** An institution may pay for the articles of its own corresponding authors. */
  open_access: {
    ...usual,
    outputs: 'publications',
    filter: { output_type: 'journal-article|review-article' },
    sections: ['counts', 'list'],
    group_by: ['corresponding', 'open_access'],
    columns: [...openApcColumns],
  },
  kdsf: { ...usual, sections: ['counts'], group_by: ['kdsf', 'year'] },
  incomplete: {
    ...usual,
    outputs: 'publications',
    period: allYears,
    filter: { missing: 'authors|abstract|venue|date' },
    group_by: ['year'],
    columns: ['title', 'authors', 'journal', 'year', 'type', 'doi'],
  },
  new_since: { ...usual, period: allYears, filter: { created_from: 'last_run' } },
  retracted_since: {
    ...usual,
    outputs: 'publications',
    period: allYears,
    filter: { is_retracted: 'true', retracted_from: 'last_run' },
    group_by: ['year'],
  },
  /** Of kinds that publishers or repositories register DOIs for, works of which the registry has a hint of one. */
  works_without_doi: {
    ...usual,
    outputs: 'works',
    period: allYears,
    filter: {
      output_type:
        'journal-article|review-article|book|book-part|conference-paper|dataset|software|preprint|report|working-paper|doctoral-thesis',
      doi_hint: 'duplicate|journal',
    },
    group_by: ['type', 'year'],
    columns: ['title', 'authors', 'year', 'type', 'journal', 'publisher', 'url', 'id'],
  },
};
