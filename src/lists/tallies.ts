import { contentChangeAt, leftOrcids } from '#src/records/publications/publicity.ts';
import type { CuratorRow, PublicationRow } from '#src/records/publications/row.ts';
import { isInLists } from './model/public-change.ts';
import type { Tally } from './model/spec.ts';

/** The latest write of any row, with an empty key. */
export const latestWrite: Tally<{ changed: number }> = {
  name: 'latest_write',
  fold: 'max',
  entries: ({ changed }, add) => add('', changed),
};

/** By ORCID iD, the earliest write of a publication that lists a person now. */
export const listedSince: Tally<PublicationRow> = {
  name: 'listed_since',
  fold: 'min',
  entries(row, add) {
    if (!isInLists(row)) return;
    const changed = contentChangeAt(row);
    for (const orcid of row.orcids) add(orcid, changed);
  },
};

/** By ORCID iD, when a publication last stopped to list a person. */
export const leftAt: Tally<PublicationRow> = {
  name: 'left_at',
  fold: 'max',
  entries(row, add) {
    const { withdrawn_at } = row;
    if (withdrawn_at === null) return;
    for (const orcid of leftOrcids(row)) add(orcid, withdrawn_at);
  },
};

/** By ORCID iD, the latest change among the public publications of a person. */
export const shownPublicationsChangedAt: Tally<PublicationRow> = {
  name: 'shown_publications_changed_at',
  fold: 'max',
  entries(row, add) {
    if (!isInLists(row)) return;
    const changed = contentChangeAt(row);
    for (const orcid of row.orcids) add(orcid, changed);
  },
};

/** The states that the publications of a person are counted by. */
export type CountedState = 'visible' | 'hidden' | 'deleted' | 'needs_attention';

export const countedKey = (orcid: string, state: CountedState): string => `${orcid} ${state}`;

/** The publications that name a person, by `countedKey`. Versions of one publication count once. */
export const publicationsOfPeople: Tally<PublicationRow> = {
  name: 'publications_of_people',
  fold: 'sum',
  entries({ orcids, visible, deleted_at, superseded_by, merged_into, author_match_state }, add) {
    if (superseded_by !== null || merged_into !== null) return;
    const state = deleted_at !== null ? 'deleted' : visible ? 'visible' : 'hidden';
    const needsAttention = deleted_at === null && author_match_state === 'needs_attention';
    for (const orcid of orcids) {
      add(countedKey(orcid, state), 1);
      if (needsAttention) add(countedKey(orcid, 'needs_attention'), 1);
    }
  },
};

export const dayMs = 24 * 3_600_000;

/** The publications created per day (its number since the epoch, in UTC), without deleted ones. */
export const createdByDay: Tally<CuratorRow> = {
  name: 'created_by_day',
  fold: 'sum',
  entries({ created_at, deleted_at, superseded_by }, add) {
    if (deleted_at === null && superseded_by === null) add(String(Math.floor(created_at / dayMs)), 1);
  },
};
