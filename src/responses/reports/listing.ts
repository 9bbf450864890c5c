import type { ListedOutput } from '#src/curation/reports/store.ts';
import { curatedPublications, curatorSpec } from '#src/lists/curated-publications.ts';
import { type KnownGroups, knownGroups } from '#src/lists/groups/group-filter.ts';
import { matches } from '#src/lists/model/definition.ts';
import type { ListNames } from '#src/lists/model/spec.ts';
import { findOutputs, type OutputConditions, type OutputPlace } from '#src/lists/outputs.ts';
import { curatedWorkSpec, curatedWorks } from '#src/lists/works.ts';
import { workConditions } from '../curated-outputs/outputs.ts';
import { curatedSearch } from '../curated-outputs/publication-search.ts';
import { institutionRors } from '../curated-outputs/report-filters.ts';
import { groupConditionsOf, groupRuleOf } from '../group-query.ts';
import { countingOf } from './counting.ts';
import type { ItemRules } from './items.ts';
import type { ReportQuestion } from './question.ts';

const lists = {
  publication: { source: curatedPublications, spec: curatorSpec },
  work: { source: curatedWorks, spec: curatedWorkSpec },
};

/** As many as a run lists: more are no document. */
export const mostListed = 200_000;
const listedAtOnce = 1_000;

/** The outputs of a report in the order of their dates, the newest first; at most a number of them. */
export async function listedOutputs(question: ReportQuestion, limit: number, now: Date): Promise<ListedOutput[]> {
  const { definition, query, locale } = question;
  const { outputs } = definition;
  const [publication, work] = await Promise.all([
    outputs === 'works' ? null : curatedSearch(query, locale, now).then(({ conditions }) => conditions),
    outputs === 'publications' ? null : workConditions(query, locale, now),
  ]);
  const listed: ListedOutput[] = [];
  let after: OutputPlace | undefined;
  do {
    const most = Math.min(listedAtOnce, limit - listed.length);
    const page = await findOutputs(lists, { publication, work, dir: 'desc', after, limit: most }, 0);
    for (const { kind, row } of page.outputs) listed.push([kind, 'doi' in row ? row.doi : row.id, row.changed]);
    after = page.placeAfter(page.outputs.length);
  } while (after && listed.length < limit);
  return listed;
}

/** The rules of a report as they are now. */
export async function itemRules(question: ReportQuestion, now: Date): Promise<ItemRules> {
  const { definition, query, locale } = question;
  // Groups are read once for all, so that what is asked for, counted and described is of the same ones.
  const [ofPublications, ofWorks, { conditions: publication }, work] = await Promise.all([
    knownGroups('publication', 'curators', 0),
    knownGroups('work', 'curators', 0),
    curatedSearch(query, locale, now),
    workConditions(query, locale, now),
  ]);
  const rule = groupRuleOf(query);
  const kindRules = (known: KnownGroups) => ({
    counting: countingOf(question, known, now),
    groups: known.counting(rule, now),
    directGroups: known.counting({ ...rule, subgroups: false }, now),
  });
  const asked = <Names extends ListNames>(conditions: OutputConditions<Names>, known: KnownGroups) =>
    conditions && { ...conditions, ...anyOrder, ...groupConditionsOf(known, query, now) };
  const [publicationQuery, workQuery] = [asked(publication, ofPublications), asked(work, ofWorks)];
  return {
    locale: definition.locale,
    institutionRors: institutionRors(),
    dimensions: definition.group_by,
    publication: {
      ...kindRules(ofPublications),
      isAsked: (row) => publicationQuery !== null && matches(curatorSpec, row, publicationQuery),
    },
    work: {
      ...kindRules(ofWorks),
      isAsked: (row) => workQuery !== null && matches(curatedWorkSpec, row, workQuery),
    },
  };
}

const anyOrder = { sort: 'publication_date', dir: 'desc' } as const;
