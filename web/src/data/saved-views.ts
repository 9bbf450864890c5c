import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '../api/api-error.ts';
import { answerOf, api, type Schema } from '../api/client.ts';
import { changePreferences, type SavedView as KeptView, preferences } from '../preferences.ts';

export type SavedView = Schema<'SavedView'>;
type ViewFields = Pick<SavedView, 'list' | 'name' | 'search' | 'shared'>;

const queryKey = ['saved-views'] as const;

const savedViews = queryOptions({
  queryKey,
  queryFn: async ({ signal }) => (await answerOf(api.GET('/api/saved-views', { signal }))).saved_views,
});

/** The saved views of a list: the user's own and those that the workspace shares. */
export function useSavedViews(list: SavedView['list']) {
  const client = useQueryClient();
  const { data, error, refetch } = useQuery(savedViews);
  const isLoaded = data !== undefined;
  useEffect(() => {
    if (!isLoaded || viewsOfBrowser(list).length === 0) return;
    moveToRegistry(list).finally(() => client.invalidateQueries({ queryKey }));
  }, [client, isLoaded, list]);
  return { data: data?.filter((view) => view.list === list), error, refetch };
}

export const addView = (fields: ViewFields): Promise<SavedView> =>
  answerOf(api.POST('/api/saved-views', { body: fields }));

/** Changes a view in the version that is shown. */
export const changeView = (
  { id, version }: SavedView,
  change: Partial<Omit<ViewFields, 'list'>>,
): Promise<SavedView> => {
  const params = { path: { id }, header: { 'If-Match': `"${version}"` } };
  return answerOf(api.PATCH('/api/saved-views/{id}', { params, body: change }));
};

export const deleteView = ({ id }: SavedView): Promise<unknown> =>
  answerOf(api.DELETE('/api/saved-views/{id}', { params: { path: { id } } }));

/** The views that this browser has kept so far. What is stored there may be anything. */
function viewsOfBrowser(list: SavedView['list']): readonly KeptView[] {
  const kept: unknown = preferences.views?.[list];
  return Array.isArray(kept) ? kept : [];
}

let moving: Promise<void> | undefined;

/** Moves the views of this browser. Those that the registry refuses stay, and are tried again. */
function moveToRegistry(list: SavedView['list']): Promise<void> {
  moving ??= (async () => {
    for (const { name, search } of viewsOfBrowser(list)) {
      const values = Object.entries(search).filter(([, value]) => value !== undefined && value !== null);
      const fields = { list, search: Object.fromEntries(values) as ViewFields['search'], shared: false };
      try {
        await addView({ ...fields, name });
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        // It keeps no other from being moved.
        if (error.code === 'invalid_body') continue;
        if (error.code !== 'conflict') throw error;
        await addView({ ...fields, name: `${name.slice(0, 57)} 2` });
      }
      const left = viewsOfBrowser(list).filter((view) => view.name !== name);
      changePreferences({ views: { ...preferences.views, [list]: left } });
    }
  })()
    .catch(() => {})
    .finally(() => {
      moving = undefined;
    });
  return moving;
}
