import { randomUUID } from 'node:crypto';
import { rememberWorkspace } from '#src/logbook/activity.ts';
import { erasedAmong } from '#src/records/people/store/unless-erased.ts';
import { invalidRequest, Problem } from '#src/runtime/errors.ts';
import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { isSameName, isSameSearch, mostViews, orcidsInView, type SavedView } from './domain/saved-view.ts';
import { getSavedViews, putSavedViews, type ViewHolder } from './saved-views/store.ts';

/** Who changes views, in a workspace. */
export interface ViewOwner {
  workspace: string;
  email: string;
  /** Whether they may change what others have shared. */
  isAdmin: boolean;
  now: Date;
}

export type PlacedView = SavedView & { shared: boolean };
type ViewFields = Pick<PlacedView, 'list' | 'name' | 'search' | 'shared'>;
type Stored = Awaited<ReturnType<typeof getSavedViews>>;

const holders = ['own', 'shared'] as const;
const holderOf = ({ shared }: { shared: boolean }): ViewHolder => (shared ? 'shared' : 'own');
const viewsOf = (stored: Stored, holder: ViewHolder): SavedView[] => stored[holder]?.views ?? [];

/** The views of a person and those that the workspace shares, in the order in which they were made. */
export async function savedViewsOf({
  workspace,
  email,
}: Pick<ViewOwner, 'workspace' | 'email'>): Promise<PlacedView[]> {
  return placed(await getSavedViews(workspace, email));
}

const placed = (stored: Stored): PlacedView[] =>
  holders.flatMap((holder) => viewsOf(stored, holder).map((view) => ({ ...view, shared: holder === 'shared' })));

/**
 * Saves a view. Saving the same again returns what is there. Throws a Problem if the name shows something else already,
 * if there are too many, or if it names an erased person.
 */
export async function addSavedView(fields: ViewFields, owner: ViewOwner): Promise<PlacedView> {
  await refuseErased(fields);
  // An erasure goes through the views of the workspaces that it knows.
  await rememberWorkspace(owner.workspace);
  return changing(owner, (stored) => {
    const named = namedAlike(stored, fields);
    if (named && isSameSearch(named.search, fields.search)) return { result: named };
    if (named) throw nameTaken(fields.name);
    const { shared, ...shown } = fields;
    const view = { ...shown, id: randomUUID(), created_by: owner.email, updated_at: owner.now.getTime(), version: 1 };
    const holder = holderOf(fields);
    return { result: { ...view, shared }, after: { [holder]: withRoom([...viewsOf(stored, holder), view], holder) } };
  });
}

/** Changes a view: its name, what it shows, or whether it is shared. Throws a Problem if that is not possible. */
export async function changeSavedView(
  id: string,
  fields: Partial<Omit<ViewFields, 'list'>>,
  owner: ViewOwner,
  requireVersion: (view: { version: number }) => void,
): Promise<PlacedView> {
  await refuseErased(fields);
  return changing(owner, (stored) => {
    const before = found(stored, id, owner);
    requireVersion(before);
    const wanted = { ...before, ...fields };
    if (JSON.stringify(wanted) === JSON.stringify(before)) return { result: before };
    const named = namedAlike(stored, wanted);
    if (named && named.id !== id) throw nameTaken(wanted.name);
    const result = { ...wanted, updated_at: owner.now.getTime(), version: before.version + 1 };
    const { shared, ...view } = result;
    const [from, to] = [holderOf(before), holderOf(result)];
    if (from === to)
      return { result, after: { [to]: viewsOf(stored, to).map((each) => (each.id === id ? view : each)) } };
    // A shared view that is no longer shared belongs to the curator who changed it.
    const moved = shared ? view : { ...view, created_by: owner.email };
    const after = { [from]: without(stored, from, id), [to]: withRoom([...viewsOf(stored, to), moved], to) };
    return { result: { ...moved, shared }, after };
  });
}

/** Deletes a view. Returns it; undefined if there is none any more. */
export function deleteSavedView(id: string, owner: ViewOwner): Promise<PlacedView | undefined> {
  return changing(owner, (stored) => {
    if (!placed(stored).some((view) => view.id === id)) return { result: undefined };
    const view = found(stored, id, owner);
    return { result: view, after: { [holderOf(view)]: without(stored, holderOf(view), id) } };
  });
}

function changing<Result>(
  { workspace, email }: ViewOwner,
  change: (stored: Stored) => { result: Result; after?: Partial<Record<ViewHolder, SavedView[]>> },
): Promise<Result> {
  return retryIfStale('The saved views', async () => {
    const stored = await getSavedViews(workspace, email);
    const { result, after } = change(stored);
    if (!after) return result;
    return (await putSavedViews(workspace, email, stored, after)) ? result : stale;
  });
}

/**
 * Throws `invalid_body` if fields of a view name an erased person. What is stored just before somebody is erased finds the
 * last pass of the erasure.
 */
async function refuseErased(fields: Partial<ViewFields>): Promise<void> {
  const named = orcidsInView(fields);
  const erased = await erasedAmong(named.map(({ orcid }) => orcid));
  const issues = named.filter(({ orcid }) => erased.has(orcid));
  if (issues.length === 0) return;
  const message = 'has the iD of a person who was erased';
  throw invalidRequest(
    'body',
    issues.map(({ path }) => ({ path, message })),
  );
}

const without = (stored: Stored, holder: ViewHolder, id: string) =>
  viewsOf(stored, holder).filter((view) => view.id !== id);

/** The view with this name in the same place. */
const namedAlike = (stored: Stored, { shared, list, name }: Pick<ViewFields, 'shared' | 'list' | 'name'>) =>
  placed(stored).find((view) => view.shared === shared && view.list === list && isSameName(view.name, name));

function found(stored: Stored, id: string, { email, isAdmin }: ViewOwner): PlacedView {
  const view = placed(stored).find((each) => each.id === id);
  if (!view) throw new Problem('not_found', 'There is no such saved view');
  if (view.shared && view.created_by !== email && !isAdmin) {
    throw new Problem('forbidden', 'Only who has shared this view and administrators of the workspace may change it');
  }
  return view;
}

const nameTaken = (name: string) =>
  new Problem('conflict', `There is a saved view with the name ${name}. Choose another name`, {
    details: { fields: ['name'] },
  });

function withRoom(views: SavedView[], holder: ViewHolder): SavedView[] {
  if (views.length <= mostViews[holder]) return views;
  const most = `at most ${mostViews[holder]} ${holder === 'own' ? 'saved views of their own' : 'shared views'}`;
  throw new Problem('conflict', `${holder === 'own' ? 'A person has' : 'A workspace has'} ${most}. Delete one first`);
}
