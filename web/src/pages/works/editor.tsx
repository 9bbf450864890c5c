import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError } from '../../api/api-error.ts';
import { useDraft } from '../../data/draft.ts';
import { editedValue } from '../../data/field-input.ts';
import { textOf } from '../../data/value-text.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useText } from '../../text/text.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { WorkActs } from './acts.ts';
import { conflictsOf, type FieldName, fields, patchOf, shownValue, type Typed } from './form.ts';
import { patchWork, type ReadWork, type Work, workDetail } from './queries.ts';
import { WorkForm } from './work-form.tsx';

interface EditorProps {
  read: ReadWork;
  acts: WorkActs;
  onDone: () => void;
}

interface Draft {
  typed: Typed;
  /** The work when the first field was changed. */
  seen: Work['merged'];
}

const maxTries = 4;

/** Whether somebody's unsaved edits of a work are in this tab. */
export const useWorkDraft = (id: string) => useDraft<Draft>(`work.${id}`);

/**
 * Edits a work. Writes only the typed fields; what others have changed meanwhile is kept, and asked about where it is the
 * same field.
 */
export function Editor({ read, acts, onDone }: EditorProps) {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const names = useVocabulary();
  const { work } = read;
  const { id } = work;
  const [{ typed = {}, seen = work.merged }, setDraft] = useWorkDraft(id);
  const save = useMutation({
    mutationFn: async () => {
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
    },
    onSuccess: (edit) => {
      if (edit === undefined) return;
      setDraft(() => ({}));
      const isSame = edit === work.edit_count;
      toast(
        isSame
          ? { text: t('works.nothingToSave') }
          : { text: t('works.saved'), undo: () => void acts.revert(id, String(edit)) },
      );
      onDone();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['works'] }),
  });
  const conflicts = save.isPending ? [] : conflictsOf(typed, seen, work.merged);
  return (
    <WorkForm
      typed={typed}
      shown={work.merged}
      onChange={(name, input) =>
        setDraft((now) => ({ seen: now.seen ?? work.merged, typed: { ...now.typed, [name]: input } }))
      }
      onSave={() => save.mutate()}
      onCancel={() => {
        setDraft(() => ({}));
        onDone();
      }}
      isChanged={Object.keys(typed).length > 0}
      busy={save.isPending}
    >
      {save.error && <ErrorNotice error={save.error} />}
      {conflicts.length > 0 && (
        <ConflictNotice
          fields={conflicts.map((name) => ({
            label: names.field(name),
            theirs: textOf(shownValue(work.merged, name)),
            mine: textOf(editedValue(fields[name], typed[name] ?? '')),
          }))}
          onKeepMine={() => setDraft((now) => ({ ...now, seen: work.merged }))}
          onTakeTheirs={() =>
            setDraft(({ typed: now = {} }) => {
              const left = Object.entries(now).filter(([name]) => !conflicts.includes(name as FieldName));
              return left.length === 0 ? {} : { typed: Object.fromEntries(left), seen: work.merged };
            })
          }
        />
      )}
    </WorkForm>
  );
}
