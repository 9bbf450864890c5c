import * as z from 'zod';
import { keys } from '#src/table/keys.ts';
import { getItem, getItems, type Write } from '#src/table/table.ts';
import { PublicationItem } from './items.ts';

/** A curator's decision whether a DOI is an alias of a publication. It is stored with the publication. */
export const AliasDecision = z.object({
  alias: z.string(),
  decision: z.enum(['attached', 'detached']),
  /** Milliseconds since the epoch. */
  decided_at: z.int(),
});
type Decision = z.output<typeof AliasDecision>['decision'];

/** The write of a decision, for the transaction that carries it out. It replaces an earlier one. */
export function decisionWrite(alias: string, publication: string, decision: Decision, now: Date): Write {
  const stored: z.input<typeof AliasDecision> = { alias, decision, decided_at: now.getTime() };
  return { Put: { Item: { ...keys.aliasDecision(publication, alias), ...stored } } };
}

/** The DOIs among these that a curator has detached from one of these publications, each by any of its DOIs. */
export async function detachedFrom(
  publications: readonly string[],
  dois: readonly string[],
): Promise<ReadonlySet<string>> {
  const pairs = dois.flatMap((doi) => publications.flatMap((each) => (each === doi ? [] : [[each, doi] as const])));
  const found = await getItems(pairs.map(([publication, alias]) => keys.aliasDecision(publication, alias)));
  const decided = found.map((item) => AliasDecision.parse(item));
  return new Set(decided.flatMap(({ alias, decision }) => (decision === 'detached' ? alias : [])));
}

/** The DOI that each of these aliases refers to directly: a publication, or a DOI that is an alias itself. */
export async function targetsOf(aliases: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const items = (await getItems(aliases.map(keys.publication))).map((item) => PublicationItem.parse(item));
  return new Map(items.flatMap((item) => (item.kind === 'alias' ? [[item.doi, item.canonical] as const] : [])));
}

/** Why an alias leads where it does. Sources change only what they have said themselves. */
export type AliasBasis = 'merge' | 'curator' | 'source';

/** An alias with the DOI that it refers to, which may be an alias itself; undefined if the DOI is none. */
export async function getAlias(doi: string): Promise<{ canonical: string; basis: AliasBasis } | undefined> {
  const item = PublicationItem.safeParse(await getItem(keys.publication(doi))).data;
  if (item?.kind !== 'alias') return undefined;
  const { canonical } = item;
  if (await getItem(keys.mergedPublication(doi))) return { canonical, basis: 'merge' };
  const decided = AliasDecision.safeParse(await getItem(keys.aliasDecision(canonical, doi))).data;
  return { canonical, basis: decided?.decision === 'attached' ? 'curator' : 'source' };
}
