import { SavedViews } from '../domain/saved-view.ts';
import { keys } from './keys.ts';
import { getItems, ifUnchanged, transact, type Write } from './table.ts';

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
