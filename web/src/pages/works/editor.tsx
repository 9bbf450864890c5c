import { useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { useAction } from '../../data/action.ts';
import { useHasDraft } from '../../data/draft.ts';
import { editedValue, type Input } from '../../data/field-input.ts';
import { useEdits } from '../../data/form.ts';
import { textOf } from '../../data/value-text.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { conflictsOf, type FieldName, fields, patchOf, shownValue } from './form.ts';
import { patchWork, type ReadWork, revertEdit, type Work, workDetail } from './queries.ts';
import { WorkForm } from './work-form.tsx';

interface EditorProps {
  read: ReadWork;
  onDone: () => void;
}

const maxTries = 4;

const draftOf = (id: string): string => `work.${id}`;

/** Whether somebody's unsaved edits of a work are in this tab. */
export const useHasWorkDraft = (id: string): boolean => useHasDraft(draftOf(id));

/**
 * Edits a work. Writes only the typed fields; what others have changed meanwhile is kept, and asked about where it is the
 * same field.
 */
export function Editor({ read, onDone }: EditorProps) {
  const t = useText();
  const client = useQueryClient();
  const names = useVocabulary();
  const { work } = read;
  const isMember = useHasRole('workspace_member');
  const { id } = work;
  const action = useAction({ refreshes: ['works'], showsError: true });
  const { typed, seen, changed, conflicts, write, discard, keepMine, takeTheirs } = useEdits<
    Record<FieldName, Input>,
    Work['merged']
  >({ draft: draftOf(id), shown: work.merged, conflictsOf, isSaving: action.isPending });
  /** The edit that was made; undefined if there is a conflict. */
  const store = async (): Promise<number | undefined> => {
    let now = read;
    for (let tries = 1; ; tries++) {
      if (conflictsOf(typed, seen, now.work.merged).length > 0) return undefined;
      const patch = patchOf(typed, now.work.merged);
      if (patch.length === 0) return now.work.edit_count;
      try {
        return (await patchWork(id, now.etag, patch)).edit_count;
      } catch (error) {
        if (!(error instanceof ApiError && error.status === 412) || tries === maxTries) throw error;
        now = await client.fetchQuery({ ...workDetail(id), staleTime: 0 });
      }
    }
  };
  const save = () =>
    action.run(store, (edit) => {
      if (edit === undefined) return undefined;
      discard();
      onDone();
      if (edit === work.edit_count) return t('works.nothingToSave');
      return { text: t('works.saved'), undo: isMember ? () => revertEdit(id, String(edit)) : undefined };
    });
  return (
    <WorkForm
      typed={typed}
      shown={work.merged}
      onChange={write}
      onSave={save}
      onCancel={() => {
        discard();
        onDone();
      }}
      isChanged={changed.length > 0}
      action={action}
    >
      {conflicts.length > 0 && (
        <ConflictNotice
          fields={conflicts.map((name) => ({
            label: names.field(name),
            theirs: textOf(shownValue(work.merged, name)),
            mine: textOf(editedValue(fields[name], typed[name] ?? '')),
          }))}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      )}
    </WorkForm>
  );
}
