import type { PersonRow } from '../../domain/person.ts';
import type { PublicationRow } from '../../domain/publications/row.ts';
import type { Aggregate, Currency } from '../model/list-source.ts';
import type { Position } from '../model/page.ts';
import { publicChangeAt } from '../model/public-change.ts';
import { peopleByAnyName as people } from '../people.ts';
import { publications } from '../publications.ts';
import type { Change, ChangeLog } from './change-log.ts';
import { publicationChanges } from './record-changes.ts';

/** Citations name people, so a publication changes with the name or slug of a person that it lists. */

const namedAtByOrcid: Aggregate<PersonRow, Map<string, number>> = {
  start: () => new Map(),
  add: (result, { orcid, named_at }) => {
    if (named_at !== null) result.set(orcid, named_at);
  },
};

/** Only its identity matters: it is another object when a row has changed. */
const anyRow: Aggregate<PublicationRow, object> = { start: () => ({}), add: () => undefined };

interface Renaming {
  doi: string;
  renamedMs: number;
}

/** All renamings later than the changes of the publications themselves, with the aggregates they were computed from. */
let cache: { inputs: readonly [unknown, unknown]; renamings: Renaming[] } | undefined;

async function orderedRenamings(stalenessMs: number): Promise<{ renamings: Renaming[] } & Currency> {
  const [rows, named] = await Promise.all([
    publications.aggregate(anyRow, stalenessMs),
    people.aggregate(namedAtByOrcid, stalenessMs),
  ]);
  if (cache?.inputs[0] !== rows.value || cache.inputs[1] !== named.value) {
    cache = { inputs: [rows.value, named.value], renamings: await renamingsOf(named.value, stalenessMs) };
  }
  const settledMs = Math.min(rows.settledMs, named.settledMs);
  return { renamings: cache.renamings, settledMs, epoch: rows.epoch };
}

async function renamingsOf(namedAt: ReadonlyMap<string, number>, stalenessMs: number): Promise<Renaming[]> {
  if (namedAt.size === 0) return [];
  const { rows } = await publications.find({ ...everyone, equals: { orcid: [...namedAt.keys()] } }, stalenessMs);
  const renamings = rows.flatMap((row) => {
    const renamedMs = Math.max(...row.orcids.map((orcid) => namedAt.get(orcid) ?? 0));
    return renamedMs > (publicChangeAt(row) ?? renamedMs) ? [{ doi: row.doi, renamedMs }] : [];
  });
  return renamings.sort((one, other) => one.renamedMs - other.renamedMs || (one.doi < other.doi ? -1 : 1));
}

const everyone = {
  page: 1,
  per_page: Number.MAX_SAFE_INTEGER,
  q: '',
  sort: 'public_change',
  dir: 'asc',
  where: ['public'],
} as const;

async function rowsOf(dois: readonly string[], stalenessMs: number): Promise<Map<string, PublicationRow>> {
  if (dois.length === 0) return new Map();
  const { rows } = await publications.find({ ...everyone, ids: new Set(dois) }, stalenessMs);
  return new Map(rows.map((row) => [row.doi, row]));
}

const isAfter = (position: Position | undefined, { doi, renamedMs }: Renaming): boolean =>
  position === undefined ||
  renamedMs > Number(position.value) ||
  (renamedMs === Number(position.value) && doi > position.id);

/** The changes of publications with their citations. */
export const citedPublicationChanges: ChangeLog<PublicationRow> = {
  // A copy without citations starts over when it asks for them.
  rules: () => [publicationChanges.rules(), 'citations'].filter(Boolean).join(' '),
  async after(position, limit, stalenessMs) {
    const page = await publicationChanges.after(position, limit, stalenessMs);
    const { renamings, settledMs } = await orderedRenamings(stalenessMs);
    const wanted = renamings.filter((each) => isAfter(position, each)).slice(0, limit);
    const rows = await rowsOf(
      wanted.map(({ doi }) => doi),
      stalenessMs,
    );
    const renamed = wanted.flatMap(({ doi, renamedMs }): Change<PublicationRow>[] => {
      const row = rows.get(doi);
      return row ? [{ id: doi, changedAtMs: renamedMs, row }] : [];
    });
    const all = [...page.changes, ...renamed].sort(
      (one, other) => one.changedAtMs - other.changedAtMs || (one.id < other.id ? -1 : 1),
    );
    const changes = all.slice(0, limit);
    const last = changes.at(-1);
    return {
      changes,
      last: last && { value: last.changedAtMs, id: last.id },
      hasMore: page.hasMore || all.length > limit,
      settledMs: Math.min(page.settledMs, settledMs),
      epoch: page.epoch,
    };
  },
  async latest(stalenessMs) {
    const { latestMs, settledMs, epoch } = await publicationChanges.latest(stalenessMs);
    const named = await people.aggregate(namedAtByOrcid, stalenessMs);
    const namedMs = [...named.value.values()].reduce((latest, at) => Math.max(latest, at), -1);
    return { latestMs: Math.max(latestMs, namedMs), settledMs: Math.min(settledMs, named.settledMs), epoch };
  },
};
