import { eventWrite } from '#src/logbook/activity.ts';
import { type AliasBasis, getAlias } from '#src/records/publications/store/alias-decisions.ts';
import { canonicalDois } from '#src/records/publications/store/publications.ts';
import type { Write } from '#src/table/table.ts';
import type { Curator } from '../change-publication.ts';

/** Where a DOI leads. */
export interface AliasState {
  doi: string;
  /** The canonical DOI of its publication, or null if it leads nowhere. */
  publication: string | null;
  /** Why it is an alias; null if it is not one. */
  basis: AliasBasis | null;
}

/** The state of a DOI. */
export async function stateOf(doi: string): Promise<AliasState> {
  const [alias, canonical] = [await getAlias(doi), await canonicalDois([doi])];
  return { doi, publication: canonical.get(doi) ?? null, basis: alias?.basis ?? null };
}

/** The event of a DOI that becomes an alias of a publication, or no longer is one. */
export function reportOf(
  type: 'publication.merged' | 'publication.unmerged',
  message: string,
  alias: string,
  kept: string,
  { workspace, actor, now }: Curator,
): Write {
  return eventWrite({ type, workspace, actor, message, resource: kept, metadata: { kept, other: alias } }, now);
}
