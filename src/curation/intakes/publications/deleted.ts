import { curatedWorks } from '#src/lists/works.ts';
import type { IntakeClass, IntakeOptions, IntakePerson, StoredIntakeRow } from '#src/records/intakes/intake.ts';
import type { IntakeRow } from '#src/records/intakes/row.ts';
import { type UndoneOutput, undoneAmong } from '#src/records/intakes/store/undone.ts';
import { getWorks } from '#src/records/publications/store/works.ts';
import { maxLinkedPeople } from '#src/records/works/work.ts';
import { Problem } from '#src/runtime/errors.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { defaultText } from '#src/vocabulary/locale.ts';
import { type NewWork, newWorkId } from '../../works.ts';
import { RowRefused } from '../kind/row-refused.ts';

/** Records that were deleted: by a person, which is a question when they are in a file again, or by the undo of an intake. */

/** The class of a row, also of one with faults that is to be stored all the same. */
export const classOf = ({ class: its, finding }: Pick<StoredIntakeRow, 'class' | 'finding'>): IntakeClass | null =>
  its === 'faulty' ? finding.beneath : its;

/** Throws if a person has deleted a record that nobody has decided to restore. */
export async function requireRestorable(row: StoredIntakeRow, deleted: UndoneOutput): Promise<void> {
  if (classOf(row) === 'deleted' || (await undoneAmong([deleted])).length > 0) return;
  throw new RowRefused('conflict', 'deleted', 'Somebody has deleted the record: restore it first');
}

/** Whom a row links: those with a printed iD, and those found by name if that was asked for. */
export const linkedBy = ({ options }: { options: LinkOptions }, people: readonly IntakePerson[]): string[] => [
  ...new Set(people.flatMap(({ orcid, by }) => (by === 'orcid' || options.link_names ? [orcid] : []))),
];

/** The work of an entry, as it is added. A DOI that no agency knows is its link. */
export function workOf(
  { doi, title, work_type, publication_date, data }: IntakeRow,
  orcids: readonly string[],
): NewWork {
  return {
    title,
    work_type,
    ...(publication_date !== null && { publication_date }),
    data: { ...data, ...(doi !== null && { url: doiUrl(doi) }) },
    researcher_orcids: orcids.slice(0, maxLinkedPeople),
  };
}

type LinkOptions = Pick<IntakeOptions, 'link_names'>;

/** An entry, with whom it may link. */
interface Entry {
  index: number;
  row: IntakeRow;
  people: readonly IntakePerson[];
}

/**
 * The ids of works with the content of an entry: first its own, then with the other option of linking, and with nobody linked,
 * as before its people were in the registry.
 */
export function idsOfContent({ row, people }: Omit<Entry, 'index'>, { link_names }: LinkOptions): string[] {
  const linked = [link_names, !link_names].map((each) => linkedBy({ options: { link_names: each } }, people));
  return [...new Set([...linked, []].flatMap((orcids) => idOf(workOf(row, orcids)) ?? []))];
}

/**
 * The works that have the content of entries, by index of the entry: deleted ones, which they would restore, and those that
 * entries became whose DOI no agency knew.
 */
export async function worksOfContent(
  entries: readonly Entry[],
  { options }: { options: LinkOptions },
): Promise<Map<number, string>> {
  // The content is compared only where the title is the same.
  const idsOf = new Map(
    entries.flatMap(({ row: { title } }) => (title === null ? [] : [[titleKey(title), new Set()]])),
  );
  await curatedWorks.visitRows(({ id, title }) => void idsOf.get(titleKey(defaultText(title) ?? ''))?.add(id), 0);
  const found = entries.flatMap((entry) => {
    const ids = entry.row.title === null ? undefined : idsOf.get(titleKey(entry.row.title));
    if (!ids || ids.size === 0) return [];
    const [own, ...others] = idsOfContent(entry, options);
    const id = [own ?? '', ...(entry.row.doi === null ? [] : others)].find((each) => ids.has(each));
    return id === undefined ? [] : [{ index: entry.index, id, isLater: id !== own, hasDoi: entry.row.doi !== null }];
  });
  const works = await getWorks([...new Set(found.map(({ id }) => id))]);
  return new Map(
    found.flatMap(({ index, id, isLater, hasDoi }) => {
      const work = works.get(id);
      // One that was merged or has become a publication is there under another name.
      const isItself = work && work.replaced_by === null && work.merged_into === null;
      return isItself && (work.deleted_at === null ? hasDoi : !isLater) ? [[index, id]] : [];
    }),
  );
}

/** Rows have the beginning of a long title. */
const titleKey = (title: string) => title.trim().slice(0, 100).toLowerCase();

function idOf(work: NewWork): string | undefined {
  try {
    return newWorkId(work);
  } catch (error) {
    // It cannot be stored.
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
