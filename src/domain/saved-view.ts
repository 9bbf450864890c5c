import * as z from 'zod';

/** The lists of the dashboard that have saved views. */
export const viewLists = ['publications'] as const;

/** The most of one person, and the most that a workspace shares. Together with the bytes of each, they fit in an item. */
export const mostViews = { own: 50, shared: 100 } as const;
export const maxNameLength = 60;
/** Of what a view shows, as JSON. */
export const maxSearchBytes = 2_000;

/** What a view shows: parameters of the address of its list. */
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
