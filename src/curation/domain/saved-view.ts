import * as z from 'zod';
import { orcidIdsIn } from '#src/vocabulary/identifiers/orcid-id.ts';

/** The lists of the dashboard that have saved views. */
export const viewLists = ['publications'] as const;

/** The most of one person, and the most that a workspace shares. Together with the bytes of each, they fit in an item. */
export const mostViews = { own: 50, shared: 100 } as const;
export const maxNameLength = 60;
/** Of what a view shows, as JSON. */
export const maxSearchBytes = 2_000;

/** Parameters of a list's address, by name, which make up the view. */
export const ViewSearch = z.record(
  z.string().regex(/^\w{1,40}$/, 'must be the name of a parameter'),
  z.union([z.string().max(1_000), z.number(), z.boolean()]),
);

/** A search of a list under a name. Times in milliseconds since the epoch. */
export const SavedView = z.object({
  id: z.string(),
  list: z.enum(viewLists),
  name: z.string(),
  search: ViewSearch,
  created_by: z.string(),
  updated_at: z.int(),
  version: z.int(),
});
export type SavedView = z.output<typeof SavedView>;

/** The views of one person in a workspace, or those that it shares. */
export const SavedViews = z.object({ views: z.array(SavedView), version: z.int() });
export type SavedViews = z.output<typeof SavedViews>;

/** Whether two names are one to a reader. */
export const isSameName = (one: string, other: string): boolean => foldName(one) === foldName(other);
const foldName = (name: string) => name.normalize('NFKC').trim().toLowerCase();

/** Whether two views show the same. */
export const isSameSearch = (one: SavedView['search'], other: SavedView['search']): boolean =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort());

/** The iDs in the fields of a view, with the path of the field that has them. */
export const orcidsInView = ({ name = '', search = {} }: Partial<Pick<SavedView, 'name' | 'search'>>) =>
  [['name', name] as const, ...Object.entries(search).map(([key, value]) => [`search.${key}`, value] as const)].flatMap(
    ([path, value]) => orcidIdsIn(String(value)).map((orcid) => ({ path, orcid })),
  );

/**
 * A view without the iD of an erased person: undefined if its search names them, because without the iD it would show
 * something else under its name. A name that has the iD gets the pseudonym.
 */
export function viewWithout(view: SavedView, orcid: string, pseudonym: string): SavedView | undefined {
  const named = orcidsInView(view).filter((each) => each.orcid === orcid);
  if (named.length === 0) return view;
  if (named.some(({ path }) => path !== 'name')) return undefined;
  return { ...view, name: pseudonym };
}
