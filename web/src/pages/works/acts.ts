import { type Told, useAction } from '../../data/action.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { useToast } from '../../ui/toasts.tsx';
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

/** The queries that show works: a merge changes a publication and a pair of possible duplicates, too. */
export const refreshes = ['works', 'publications', 'duplicates'] as const;

/** Changes to works. Each is made at once, reported by a toast with its undo, and shown everywhere afterwards. */
export function useWorkActs() {
  const t = useText();
  const toast = useToast();
  const { run, isPending } = useAction({ refreshes });
  // Stewards edit; they do not revert edits.
  const isMember = useHasRole('workspace_member');
  const change = (id: string, name: string, action: BulkAction) =>
    run(
      () => changeOne(id, action),
      () => ({ text: t(`works.done.${action}`, { name }), undo: () => changeOne(id, inverse[action]) }),
    );
  /** Tells how many were not changed. */
  const tellFailed = ({ not_found, refused }: Awaited<ReturnType<typeof changeWorks>>) => {
    const failed = not_found.length + refused.length;
    if (failed > 0) toast({ text: t('works.failed', { count: failed }), tone: 'bad' });
  };
  const changeAll = (ids: string[], action: BulkAction) =>
    run(
      () => changeWorks(ids, action),
      (answer): Told => {
        tellFailed(answer);
        const { changed_ids } = answer;
        return {
          text: t(`works.doneAll.${action}`, { count: changed_ids.length }),
          undo:
            changed_ids.length > 0
              ? async () => tellFailed(await changeWorks(changed_ids, inverse[action]))
              : undefined,
        };
      },
    );
  const link = (id: string, orcid: string) =>
    run(
      () => linkPerson(id, orcid),
      () => ({ text: t('works.linked'), undo: () => unlinkPerson(id, orcid) }),
    );
  const unlink = (id: string, orcid: string) =>
    run(
      () => unlinkPerson(id, orcid),
      () => ({ text: t('works.unlinked'), undo: () => linkPerson(id, orcid) }),
    );
  const separate = (id: string, from: string) =>
    run(
      () => separateWork(id),
      () => ({ text: t('works.separated', { from }), undo: () => mergeWork(id, from) }),
    );
  const revert = (id: string, edit: string) =>
    run(
      () => revertEdit(id, edit),
      ({ edit_count }) => ({ text: t('works.reverted'), undo: () => revertEdit(id, String(edit_count)) }),
    );
  /** Returns a field to what the ORCID record says. */
  const revertField = ({ work, etag }: ReadWork, path: string) =>
    run(
      () => patchWork(work.id, etag, [{ op: 'remove', path }]),
      ({ edit_count }) => ({
        text: t('works.reverted'),
        undo: isMember ? () => revertEdit(work.id, String(edit_count)) : undefined,
      }),
    );
  return { change, changeAll, link, unlink, separate, revert, revertField, isBusy: isPending };
}
export type WorkActs = ReturnType<typeof useWorkActs>;
