import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import type { Schema } from '../../api/client.ts';
import { type Told, useAction } from '../../data/action.ts';
import { patchPublication, publicationDetail, type ReadPublication, revertEdit } from '../../data/publication.ts';
import { isSame } from '../../data/same.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { hasOtherAuthors } from './authors.ts';
import { type FieldName, pathOf, valuesOf } from './fields.ts';
import { conflictsOf, type Drafts, patchOf } from './patch.ts';

const maxTries = 4;

/**
 * Saves edits of the version that was read. If there is a newer one, the edits are applied to it unless somebody else
 * has changed their fields; otherwise nothing is saved and both values are shown.
 */
export function useEdits(id: string, name: string) {
  const t = useText();
  const client = useQueryClient();
  const action = useAction({ refreshes: ['publications'], about: name, showsError: true });

  // Stewards edit; they do not revert edits.
  const isMember = useHasRole('workspace_member');
  const latest = () => client.fetchQuery({ ...publicationDetail(id), staleTime: 0 });

  /** Retries with the newest version until the patch is applied or makePatch refuses. */
  const apply = async (
    first: ReadPublication,
    makePatch: (now: ReadPublication) => Schema<'JsonPatch'> | undefined,
  ) => {
    let now = first;
    for (let tries = 1; ; tries++) {
      const patch = makePatch(now);
      if (!patch || patch.length === 0) return undefined;
      try {
        const before = now.publication.edit_count;
        const { edit_count } = await patchPublication(id, now.etag, patch);
        return edit_count > before ? String(edit_count) : undefined;
      } catch (problem) {
        if (!(problem instanceof ApiError && problem.status === 412) || tries === maxTries) throw problem;
        now = await latest();
      }
    }
  };
  const told = (text: string, edit: string | undefined): Told =>
    edit === undefined
      ? { text: t('publication.nothingToSave') }
      : { text, undo: isMember ? () => revertEdit(id, edit) : undefined };

  const save = (read: ReadPublication, drafts: Drafts, onSaved: (saved: Drafts) => void) => {
    let hasConflict = false;
    return action.run(
      () =>
        apply(read, (now) => {
          hasConflict = conflictsOf(drafts, now.publication).length > 0;
          return hasConflict ? undefined : patchOf(drafts, now.publication);
        }),
      (edit) => {
        if (hasConflict) return undefined;
        onSaved(drafts);
        return told(t('publication.saved', { count: Object.keys(drafts).length }), edit);
      },
    );
  };
  /** Returns a field to the source's value, unless somebody has edited it again. */
  const revertField = (read: ReadPublication, name: FieldName) =>
    action.run(
      () => {
        const { shown } = valuesOf(read.publication, name);
        const path = pathOf(name);
        return apply(read, ({ publication }) => {
          // A partly shown list cannot be tested, so the version decides.
          const isAsShown = hasOtherAuthors(publication) && isSame(valuesOf(publication, name).shown, shown);
          const remove = { op: 'remove' as const, path };
          return isAsShown ? [remove] : [{ op: 'test', path, value: shown }, remove];
        });
      },
      (edit) => told(t('publication.revertedField'), edit),
    );
  const revert = (edit: string) =>
    action.run(
      () => revertEdit(id, edit),
      ({ edit_count }) => told(t('publication.revertedEdit'), String(edit_count)),
    );
  return { save, revertField, revert, run: action.run, error: action.error, isSaving: action.isPending };
}

export type Edits = ReturnType<typeof useEdits>;
