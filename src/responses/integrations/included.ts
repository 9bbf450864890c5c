import * as z from 'zod';
import { namesFilter } from '#src/http/values-filter.ts';
import { requireScope } from '#src/identity/credentials/credential-auth.ts';
import { type Included, includedNames } from '#src/lists/changes/output-changes.ts';
import { knownGroups } from '#src/lists/groups/group-filter.ts';
import { publicStalenessMs } from '#src/lists/load/collection.ts';
import { groupedOutput } from '#src/lists/model/definition.ts';
import type { AnyListSpec } from '#src/lists/model/spec.ts';
import { publicationSpec } from '#src/lists/publications.ts';
import { workSpec } from '#src/lists/works.ts';
import type { OutputName } from '#src/records/groups/output.ts';
import type { StyleName } from '#src/records/publications/list-citation.ts';
import type { PublicationRow } from '#src/records/publications/row.ts';
import type { WorkRow } from '#src/records/works/work-row.ts';
import { citationStyle, includedParts, withCitations, withWorkCitations } from '../citations.ts';

/** The parts of items of outputs that are there only if a request asks for them. */

/** In an item only if the request has `include=groups`. */
export const includedGroups = z
  .array(
    z
      .object({
        id: z.string(),
        is_direct: z.boolean().meta({
          description: 'Whether the output belongs to the group itself; false if only to a part of it',
        }),
      })
      .meta({ id: 'ItemGroup' }),
  )
  .optional()
  .meta({ description: 'The public groups that it belongs to. Only with `include=groups`' });

type ItemGroups = { id: string; is_direct: boolean }[];

/** The parameters of lists of outputs whose items may have more. */
export const includeParameters = {
  include: namesFilter(
    includedNames,
    `What items have in addition. \`citation\`: ${includedParts.citation} ` +
      '`groups`: the public groups that it belongs to by the usual rule, those above included; needs the scope `groups.read`.',
  ),
  style: citationStyle,
};

export interface IncludeRequest {
  include: Included;
  style: StyleName;
  now: Date;
}

/** Throws Problem `scope_not_granted` if the caller may not read what is asked for. */
export function requireIncludedScopes({ include }: Pick<IncludeRequest, 'include'>, caller: { scopes: string[] }) {
  if (include?.includes('groups')) requireScope(caller, 'groups.read');
}

/** Adds to items the public groups of their rows, which are in the same order, if a request asks for them. */
async function withGroups<Item extends object, Row>(
  kind: OutputName['kind'],
  spec: AnyListSpec<Row>,
  { items, rows }: { items: readonly Item[]; rows: readonly Row[] },
  { include, now }: IncludeRequest,
): Promise<(Item & { groups?: ItemGroups })[]> {
  if (!include?.includes('groups')) return [...items];
  // Read after the rows: a later change of groups is a later change of the output.
  const known = await knownGroups(kind, 'public', publicStalenessMs());
  const groupsOf = (row: Row): ItemGroups => {
    const output = groupedOutput(spec, row);
    const direct = new Set(known.groupsOf(output, now, false));
    return known.groupsOf(output, now).map((id) => ({ id, is_direct: direct.has(id) }));
  };
  return items.map((item, index) => {
    const row = rows[index];
    return row === undefined ? item : { ...item, groups: groupsOf(row) };
  });
}

type People = Parameters<typeof withCitations>[2];

/** Adds to the items of publications what a request asks for. `rows` are those of the items, in the same order. */
export const completedPublications = async <Item extends { doi: string }>(
  items: readonly Item[],
  rows: readonly PublicationRow[],
  request: IncludeRequest,
  people: People,
) => withCitations(await withGroups('publication', publicationSpec, { items, rows }, request), request, people);

/** Adds to the items of works what a request asks for. */
export const completedWorks = async <Item extends { id: string }>(
  items: readonly Item[],
  rows: readonly WorkRow[],
  request: IncludeRequest,
  people: People,
) => withWorkCitations(await withGroups('work', workSpec, { items, rows }, request), request, people);
