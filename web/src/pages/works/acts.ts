import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../text/text.ts';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import {
  type BulkAction,
  changeOne,
  changeWorks,
  linkPerson,
  mergeWork,
  patchWork,
  type ReadWork,
  revertEdit,
  separateWork,
  unlinkPerson,
} from './queries.ts';

const inverse = { hide: 'show', show: 'hide', delete: 'restore', restore: 'delete' } as const;

/** Changes to works. Each is made at once, reported by a toast with its undo, and shown everywhere afterwards. */
export function useWorkActs() {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const client = useQueryClient();
  const [running, setRunning] = useState(0);

  /** Returns whether the change was made. */
  const run = async (act: () => Promise<unknown>, done: string, undo?: () => void): Promise<boolean> => {
    setRunning((count) => count + 1);
    let isDone = true;
    try {
      await act();
      toast({ text: done, ...(undo && { undo }) });
    } catch (error) {
      showError(error);
      isDone = false;
    }
    // A merge changes a publication and a pair of possible duplicates, too.
    await Promise.all(
      ['works', 'publications', 'duplicates'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
    setRunning((count) => count - 1);
    return isDone;
  };

  const change = (id: string, name: string, action: BulkAction, isUndo = false): Promise<boolean> =>
    run(
      () => changeOne(id, action),
      t(`works.done.${action}`, { name }),
      isUndo ? undefined : () => void change(id, name, inverse[action], true),
    );
  const changeAll = (ids: string[], action: BulkAction, isUndo = false): Promise<boolean> => {
    let changed: string[] = [];
    return run(
      async () => {
        const { changed_ids, not_found, refused } = await changeWorks(ids, action);
        changed = changed_ids;
        const failed = not_found.length + refused.length;
        if (failed > 0) toast({ text: t('works.failed', { count: failed }), tone: 'bad' });
      },
      t(`works.doneAll.${action}`, { count: ids.length }),
      isUndo ? undefined : () => void (changed.length > 0 && changeAll(changed, inverse[action], true)),
    );
  };
  const link = (id: string, orcid: string, isUndo = false): Promise<boolean> =>
    run(() => linkPerson(id, orcid), t('works.linked'), isUndo ? undefined : () => void unlink(id, orcid, true));
  const unlink = (id: string, orcid: string, isUndo = false): Promise<boolean> =>
    run(() => unlinkPerson(id, orcid), t('works.unlinked'), isUndo ? undefined : () => void link(id, orcid, true));
  const merge = (id: string, into: string, isUndo = false): Promise<boolean> =>
    run(
      () => mergeWork(id, into),
      t('works.merged', { into }),
      isUndo ? undefined : () => void separate(id, into, true),
    );
  const separate = (id: string, from: string, isUndo = false): Promise<boolean> =>
    run(() => separateWork(id), t('works.separated', { from }), isUndo ? undefined : () => void merge(id, from, true));
  const revert = (id: string, edit: string): Promise<boolean> => run(() => revertEdit(id, edit), t('works.reverted'));
  /** Returns a field to what the ORCID record says. */
  const revertField = ({ work, etag }: ReadWork, path: string): Promise<boolean> => {
    let edit = '';
    return run(
      async () => {
        edit = String((await patchWork(work.id, etag, [{ op: 'remove', path }])).edit_count);
      },
      t('works.reverted'),
      () => void revert(work.id, edit),
    );
  };
  return { change, changeAll, link, unlink, merge, separate, revert, revertField, isBusy: running > 0 };
}
export type WorkActs = ReturnType<typeof useWorkActs>;
