import type * as z from 'zod';
import { runItems } from '#src/curation/reports/store.ts';
import type { ReportRun } from '#src/records/reports/report.ts';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { isSameJson } from '#src/vocabulary/json/same-json.ts';
import { inLocale } from '#src/vocabulary/locale.ts';
import { mostChanges, type ReportChanges } from './views.ts';

type Changes = z.input<typeof ReportChanges>;

/** The fields of an item that are compared, as a reader names them. */
const fields: Record<string, (item: ReportItem) => unknown> = {
  title: ({ title }) => title,
  authors: ({ csl, author_count }) => ({ names: csl.author ?? [], count: author_count }),
  own_authors: ({ own_authors }) => own_authors.map(({ position, orcid, name }) => ({ position, orcid, name })),
  groups: ({ groups }) => groups,
  editors: ({ csl }) => csl.editor ?? [],
  date: ({ first_date }) => first_date,
  year: ({ first_year }) => first_year,
  issue_year: ({ issue_year }) => issue_year,
  report_year: ({ report_year }) => report_year,
  type: ({ output_type }) => output_type,
  open_access: ({ open_access_status }) => open_access_status,
  license: ({ license }) => license,
  journal: ({ journal }) => journal,
  publisher: ({ publisher }) => publisher,
  volume: ({ data }) => data.volume,
  issue: ({ data }) => data.issue,
  pages: ({ csl }) => csl.page ?? null,
  edition: ({ data }) => data.edition,
  doi: ({ csl }) => csl.DOI ?? null,
  url: ({ csl }) => csl.URL ?? null,
  funders: ({ funders }) => funders,
  corresponding: ({ own_authors }) => own_authors.map(({ corresponding }) => corresponding),
  country_count: ({ country_count }) => country_count,
  is_retracted: ({ is_retracted }) => is_retracted,
};

const keyOf = ({ kind, id }: Pick<ReportItem, 'kind' | 'id'>) => `${kind}~${id}`;

/** What differs between two runs: from the earlier one to the later one. */
export async function changesBetween(before: ReportRun, after: ReportRun): Promise<Changes> {
  const earlier = new Map<string, ReportItem>();
  for await (const item of runItems(before)) earlier.set(keyOf(item), item);
  const { locale } = after.definition;
  const shown = ({ kind, id, title }: ReportItem) => ({ kind, id, title: inLocale(title, locale) });
  const changes: Changes = {
    since: before.id,
    new: [],
    gone: [],
    changed: [],
    totals: { new: 0, gone: 0, changed: 0 },
  };
  for await (const item of runItems(after)) {
    const was = earlier.get(keyOf(item));
    earlier.delete(keyOf(item));
    if (!was) {
      if (changes.totals.new++ < mostChanges) changes.new.push(shown(item));
      continue;
    }
    const different = Object.entries(fields).flatMap(([field, of]) =>
      isSameJson(of(was), of(item)) ? [] : [{ field, before: of(was), after: of(item) }],
    );
    if (different.length > 0 && changes.totals.changed++ < mostChanges)
      changes.changed.push({ ...shown(item), fields: different });
  }
  changes.totals.gone = earlier.size;
  changes.gone = [...earlier.values()].slice(0, mostChanges).map(shown);
  return changes;
}
