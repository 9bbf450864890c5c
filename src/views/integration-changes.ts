import type { LocalizedText } from '../domain/values/bibliography.ts';
import { contentLanguage, negotiateLocale } from '../domain/values/locale.ts';
import { type ChangeLog, changesOf, nextChanges, type Progress } from '../lists/changes/change-log.ts';
import { peopleChanges } from '../lists/changes/people-changes.ts';
import { publicStalenessMs } from '../lists/load/collection.ts';
import { projectSpec, projects } from '../lists/projects.ts';
import { publicationSpec, publications } from '../lists/publications.ts';
import { workSpec, works } from '../lists/works.ts';
import type { ListName } from './integration-cursor.ts';
import { personItem, projectItem, publicationItem, workItem } from './integration-items.ts';

/** The client's language preferences. */
interface Languages {
  locale: string | undefined;
  acceptLanguage: string | undefined;
}

/** The translated texts of a row that are returned in one language. */
type TextsOf<Row> = (row: Row) => (LocalizedText | null)[];

/**
 * Creates a reader of a list's changes, with items as in the list. `textsOf` is for lists that return texts in one
 * language; the others return all languages and have no Content-Language.
 */
function changesReader<Row, Item>(
  log: ChangeLog<Row>,
  item: (row: Row, language: string) => Item,
  textsOf?: TextsOf<Row>,
  mergedInto: (removed: readonly string[]) => Promise<ReadonlyMap<string, string>> = async () => new Map(),
) {
  return async (progress: Progress | undefined, limit: number, { locale, acceptLanguage }: Languages) => {
    const { changes, ...next } = await nextChanges(log, progress, limit, publicStalenessMs());
    const texts = changes.flatMap(({ row }) => (row && textsOf ? textsOf(row) : []));
    const language = negotiateLocale(locale, acceptLanguage, texts);
    const merged = await mergedInto(changes.flatMap(({ id, row }) => (row ? [] : [id])));
    const shown = changes.map(({ id, row, changedAtMs }) => ({
      type: row ? ('upserted' as const) : ('removed' as const),
      id,
      item: row && item(row, language),
      reason: row ? null : merged.has(id) ? ('merged' as const) : ('withdrawn' as const),
      merged_into: merged.get(id) ?? null,
      changed_at: changedAtMs,
    }));
    return { changes: shown, contentLanguage: textsOf && contentLanguage(texts, language), ...next };
  };
}

/**
 * The DOI that each of these removed publications was merged into, if that one is, or was, public itself: the DOI of a draft
 * is not told.
 */
async function mergedPublications(removed: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
    return (await publications.find(all, publicStalenessMs())).rows;
  };
  const merged = (await rowsOf(new Set(removed))).flatMap(({ doi, merged_into: into }) =>
    into === null ? [] : [[doi, into] as const],
  );
  const told = new Set((await rowsOf(new Set(merged.map(([, into]) => into)))).map(({ doi }) => doi));
  return new Map(merged.filter(([, into]) => told.has(into)));
}

/** Readers of the changes of each list since a client's progress. */
export const readChanges = {
  publications: changesReader(
    changesOf(publications, publicationSpec.id),
    publicationItem,
    undefined,
    mergedPublications,
  ),
  works: changesReader(changesOf(works, workSpec.id), workItem, ({ title }) => [title]),
  projects: changesReader(changesOf(projects, projectSpec.id), projectItem, ({ programme, title, abstract }) => [
    programme,
    title,
    abstract,
  ]),
  people: changesReader(peopleChanges, personItem),
} satisfies Record<ListName, unknown>;
