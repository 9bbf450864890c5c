import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import type { Schema } from '../../api/client.ts';
import {
  patchPublication,
  publicationDetail,
  type ReadPublication,
  revertEdit,
  useRefreshPublications,
} from '../../data/publication.ts';
import { isSame } from '../../data/same.ts';
import { useText } from '../../text/text.ts';
import { useToast } from '../../ui/toasts.tsx';
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
  const toast = useToast(name);
  const client = useQueryClient();
  const refresh = useRefreshPublications();
  const [error, setError] = useState<unknown>();
  const [isSaving, setSaving] = useState(false);

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
  /** Runs a change, shows its error, and refetches everything. */
  const attempt = async (act: () => Promise<void>) => {
    setSaving(true);
    setError(undefined);
    try {
      await act();
    } catch (problem) {
      setError(problem);
    }
    await refresh();
    setSaving(false);
  };
  const undoOf = (edit: string) => () =>
    attempt(async () => {
      await revertEdit(id, edit);
      toast({ text: t('publication.undone') });
    });
  const tell = (text: string, edit: string | undefined) =>
    edit === undefined ? toast({ text: t('publication.nothingToSave') }) : toast({ text, undo: undoOf(edit) });

  const save = (read: ReadPublication, drafts: Drafts, onSaved: (saved: Drafts) => void) =>
    attempt(async () => {
      let hasConflict = false;
      const edit = await apply(read, (now) => {
        hasConflict = conflictsOf(drafts, now.publication).length > 0;
        return hasConflict ? undefined : patchOf(drafts, now.publication);
      });
      if (hasConflict) return;
      onSaved(drafts);
      tell(t('publication.saved', { count: Object.keys(drafts).length }), edit);
    });
  /** Returns a field to the source's value, unless somebody has edited it again. */
  const revertField = (read: ReadPublication, name: FieldName) =>
    attempt(async () => {
      const { shown } = valuesOf(read.publication, name);
      const path = pathOf(name);
      const edit = await apply(read, ({ publication }) => {
        // A partly shown list cannot be tested, so the version decides.
        const isAsShown = hasOtherAuthors(publication) && isSame(valuesOf(publication, name).shown, shown);
        const remove = { op: 'remove' as const, path };
        return isAsShown ? [remove] : [{ op: 'test', path, value: shown }, remove];
      });
      tell(t('publication.revertedField'), edit);
    });
  const revert = (edit: string) =>
    attempt(async () => {
      const { edit_count } = await revertEdit(id, edit);
      tell(t('publication.revertedEdit'), String(edit_count));
    });
  return { save, revertField, revert, attempt, error, isSaving };
}

export type Edits = ReturnType<typeof useEdits>;
