import { retryIfStale, stale } from '#src/runtime/retry.ts';
import { keys } from '#src/table/keys.ts';
import { getItem, getItems, ifUnchanged, type Key, queryAll, transact, type Write } from '#src/table/table.ts';
import { SavedViews } from '../domain/saved-view.ts';

/** Whose views: those of a person, or those that the workspace shares. */
export type ViewHolder = 'own' | 'shared';

/** The views that a person has in a workspace, and those that it shares. `undefined` if there never were any. */
export async function getSavedViews(
  workspace: string,
  email: string,
): Promise<Record<ViewHolder, SavedViews | undefined>> {
  const [own, shared] = [keys.ownViews(workspace, email), keys.sharedViews(workspace)];
  const items = await getItems([own, shared]);
  const of = ({ sk: wanted }: { sk: string }) => {
    const item = items.find(({ sk }) => sk === wanted);
    return item && SavedViews.parse(item);
  };
  return { own: of(own), shared: of(shared) };
}

/** Stores what changed of both. False if one was changed meanwhile. */
export async function putSavedViews(
  workspace: string,
  email: string,
  before: Record<ViewHolder, SavedViews | undefined>,
  after: Partial<Record<ViewHolder, SavedViews['views']>>,
): Promise<boolean> {
  const write = (holder: ViewHolder): Write[] => {
    const views = after[holder];
    if (!views) return [];
    const key = holder === 'own' ? keys.ownViews(workspace, email) : keys.sharedViews(workspace);
    const version = (before[holder]?.version ?? 0) + 1;
    return [{ Put: { Item: { ...key, views, version }, ...ifUnchanged(before[holder]) } }];
  };
  return (await transact([...write('own'), ...write('shared')])) === undefined;
}

/** The views of everybody in a workspace, and those that it shares. */
export async function allSavedViews(workspace: string): Promise<{ key: Key; views: SavedViews['views'] }[]> {
  const { pk } = keys.sharedViews(workspace);
  const items = await queryAll({
    ConsistentRead: true,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });
  return items.map((item) => ({ key: { pk, sk: String(item.sk) }, views: SavedViews.parse(item).views }));
}

/** Changes the views of one holder. `change` is called again after a concurrent change. */
export function changeViewsAt(key: Key, change: (views: SavedViews['views']) => SavedViews['views']): Promise<void> {
  return retryIfStale('The saved views', async () => {
    const item = await getItem(key);
    if (!item) return;
    const before = SavedViews.parse(item);
    const views = change(before.views);
    if (views.length === before.views.length && views.every((view, at) => view === before.views[at])) return;
    const write = { Put: { Item: { ...key, views, version: before.version + 1 }, ...ifUnchanged(before) } };
    if (await transact([write])) return stale;
  });
}
