import { type ChangeLog, type CopyProgress, type ListChange, nextChanges } from '#src/lists/changes/change-log.ts';
import { groupChanges } from '#src/lists/changes/group-changes.ts';
import {
  type CopiedGroups,
  type Included,
  publicationChangesWith,
  workChangesWith,
} from '#src/lists/changes/output-changes.ts';
import { peopleChanges } from '#src/lists/changes/people-changes.ts';
import { projectChanges } from '#src/lists/changes/record-changes.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import type { ListSource } from '#src/lists/model/list-source.ts';
import { isInLists, type PublicChangeNames } from '#src/lists/model/public-change.ts';
import { publications } from '#src/lists/publications.ts';
import { works } from '#src/lists/works.ts';
import { shownPublication, shownRelations } from '#src/records/publications/publication.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import { getPublications } from '#src/records/publications/store/publications.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import type { LocalizedText } from '#src/vocabulary/locale.ts';
import { contentLanguage, negotiateLocale } from '#src/vocabulary/locale.ts';
import type { Relation } from '#src/vocabulary/relation.ts';
import type { ListName } from './cursor.ts';
import {
  citedPublicationItem,
  citedWorkItem,
  groupItem,
  personItem,
  projectItem,
  publicationEntry,
  workItem,
} from './items.ts';

interface Languages {
  locale: string | undefined;
  acceptLanguage: string | undefined;
}

/** Optional additions to the changes of a list. */
interface Extras<Row> {
  /** The translated texts of a row, for lists that return them in one language. Others have no Content-Language. */
  textsOf?: (row: Row) => (LocalizedText | null)[];
  /** The entries that removed ones were merged into. */
  mergedInto?: (removed: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  relationsOf?: (rows: readonly Row[]) => Promise<ReadonlyMap<string, Relation[]>>;
  /** Whether the log removes entries that are public. */
  isFiltered?: boolean;
}

/** Adds to the items of rows what a request asks for. */
type Complete<Row, Item> = (items: readonly Item[], rows: readonly Row[]) => Promise<Item[]>;

/** Creates a reader of a list's changes, with items as in the list. */
function changesReader<Row, Item>(
  log: ChangeLog<Row>,
  item: (row: Row, language: string) => Item,
  { textsOf, mergedInto, relationsOf, isFiltered = false }: Extras<Row> = {},
) {
  return async (
    progress: CopyProgress | undefined,
    limit: number,
    { locale, acceptLanguage }: Languages,
    complete: Complete<Row, Item> = async (items) => [...items],
  ) => {
    const { changes, ...next } = await (isFiltered ? nextFiltered : nextChanges)(
      log,
      progress,
      limit,
      publicStalenessMs(),
    );
    const texts = changes.flatMap(({ row }) => (row && textsOf ? textsOf(row) : []));
    const language = negotiateLocale(locale, acceptLanguage, texts);
    const merged = await mergedInto?.(changes.flatMap(({ id, row }) => (row ? [] : [id])));
    const upserted = changes.flatMap(({ row }) => row ?? []);
    const relations = await relationsOf?.(upserted);
    const completed = await complete(
      upserted.map((row) => item(row, language)),
      upserted,
    );
    const ids = changes.flatMap(({ id, row }) => (row ? [id] : []));
    const items = new Map(ids.map((id, index) => [id, completed[index]]));
    const shown = changes.map(({ id, row, changedAtMs }) => ({
      type: row ? ('upserted' as const) : ('removed' as const),
      id,
      item: (row && items.get(id)) ?? null,
      relations: row && relations ? (relations.get(id) ?? []) : null,
      reason: row ? null : merged?.has(id) ? ('merged' as const) : ('withdrawn' as const),
      merged_into: merged?.get(id) ?? null,
      changed_at: changedAtMs,
    }));
    return { changes: shown, contentLanguage: textsOf && contentLanguage(texts, language), ...next };
  };
}

/** Parts of a log that one request reads, if hardly anything in it is of the groups. */
const mostParts = 20;

/**
 * The next changes of a log that is filtered: as many parts as a page has room for. The first pass of a copy has no
 * removals, which the second pass repeats.
 */
async function nextFiltered<Row>(
  log: ChangeLog<Row>,
  copied: CopyProgress | undefined,
  limit: number,
  stalenessMs: number,
): ReturnType<typeof nextChanges<Row>> {
  let progress = copied;
  let changes: ListChange<Row>[] = [];
  let isReset = false;
  for (let part = 1; ; part++) {
    const found = await nextChanges(log, progress, limit - changes.length, stalenessMs);
    const isFirstPass = found.isReset || progress?.begunMs !== undefined;
    const added = isFirstPass ? found.changes.filter(({ row }) => row !== null) : found.changes;
    changes = found.isReset ? added : [...changes, ...added];
    isReset ||= found.isReset;
    const { begunMs, floorMs = Number.POSITIVE_INFINITY } = found.progress;
    progress = begunMs === undefined ? found.progress : { ...found.progress, floorMs: Math.min(floorMs, begunMs) };
    if (!found.hasMore || changes.length >= limit || part === mostParts)
      return { changes, progress, hasMore: found.hasMore, isReset };
  }
}

/** The relations of those of these publications that have any. Only records have them. */
async function publicationRelations(rows: readonly PublicationRow[]): Promise<ReadonlyMap<string, Relation[]>> {
  const related = rows.flatMap(({ doi, has_relations }) => (has_relations === false ? [] : doi));
  const records = [...(await getPublications(related)).values()];
  // A publication may have been hidden after its row was read.
  return new Map(records.filter(isInLists).map((record) => [record.doi, shownRelations(shownPublication(record))]));
}

/**
 * The entry of a list that each removed one was merged into, if that one is or was public: those of drafts are not
 * revealed.
 */
const mergedIn =
  <Row extends { merged_into: string | null }>(
    list: Pick<ListSource<Row, PublicChangeNames>, 'find'>,
    idOf: (row: Row) => string,
  ) =>
  async (removed: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const rowsOf = async (ids: ReadonlySet<string>) => {
      if (ids.size === 0) return [];
      const all = {
        page: 1,
        per_page: ids.size,
        q: '',
        sort: 'public_change',
        dir: 'asc',
        where: ['ever_public'],
        ids,
      } as const;
      return (await list.find(all, publicStalenessMs())).rows;
    };
    const merged = (await rowsOf(new Set(removed))).flatMap((row) =>
      row.merged_into === null ? [] : [[idOf(row), row.merged_into] as const],
    );
    const told = new Set((await rowsOf(new Set(merged.map(([, into]) => into)))).map(idOf));
    return new Map(merged.filter(([, into]) => told.has(into)));
  };

const ofPublications: Extras<PublicationRow> = {
  mergedInto: mergedIn(publications, ({ doi }) => doi),
  relationsOf: publicationRelations,
};

const ofWorks: Extras<WorkRow> = {
  textsOf: ({ title }) => [title],
  mergedInto: mergedIn(works, ({ id }) => id),
};

/** Reads the changes of publications whose items have these in addition; with `groups`, of theirs. */
export const readPublicationChanges = (include: Included, groups?: CopiedGroups) =>
  changesReader(
    publicationChangesWith(include, groups),
    include?.includes('citation') ? citedPublicationItem : publicationEntry,
    { ...ofPublications, isFiltered: groups !== undefined },
  );

/** Reads the changes of works whose items have these in addition; with `groups`, of theirs. */
export const readWorkChanges = (include: Included, groups?: CopiedGroups) =>
  changesReader(workChangesWith(include, groups), include?.includes('citation') ? citedWorkItem : workItem, {
    ...ofWorks,
    isFiltered: groups !== undefined,
  });

/** Readers of the changes of the other lists since a client's progress. */
export const readChanges = {
  projects: changesReader(projectChanges, projectItem, {
    textsOf: ({ programme, title, abstract }) => [programme, title, abstract],
  }),
  people: changesReader(peopleChanges, personItem),
  groups: changesReader(groupChanges, groupItem),
} satisfies Partial<Record<ListName, unknown>>;
