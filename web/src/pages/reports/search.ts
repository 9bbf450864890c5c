import { type ReportTemplate, reportTemplates } from '../../../../src/records/reports/templates.ts';
import { type PublicationSearch, publicationSearch } from '../../data/publication-filters/search.ts';
import { oneOf, searchParameters, text } from '../../search-parameters.ts';

/** A template, or the filters of a list of publications that a report is made of. */
export const newReportSearch = (
  search: Readonly<Record<string, unknown>>,
): PublicationSearch & { template?: ReportTemplate | undefined } => ({
  ...publicationSearch(search),
  template: oneOf(reportTemplates)(search.template),
});

/** The run that another one is compared with. */
export const runSearch = searchParameters({ since: text });
