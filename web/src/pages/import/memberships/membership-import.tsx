import { useQuery } from '@tanstack/react-query';
import { FileDown, Undo2, UserMinus } from 'lucide-react';
import { useDeferredValue, useMemo, useRef } from 'react';
import { csvLine } from '../../../../../src/formats/csv.ts';
import { useAction } from '../../../data/action.ts';
import { download } from '../../../data/download.ts';
import { useDraft } from '../../../data/draft.ts';
import { useMayChange } from '../../../data/groups/stewardship.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { ErrorNotice, ForbiddenNotice } from '../../../ui/notice.tsx';
import { ImportForm } from '../import-form.tsx';
import { ImportResult, type PlannedState } from '../import-result.tsx';
import type { Outcome } from '../rows.ts';
import { useSending } from '../sending.ts';
import { EarlierImports, undoneText } from './earlier.tsx';
import {
  type ImportMode,
  type MembershipInput,
  type MembershipRow,
  membershipColumns,
  readMemberships,
} from './membership-rows.ts';
import { Plan } from './plan.tsx';
import { type Begun, endOthers, importPart, perRequest, planOf, undoMemberships } from './requests.ts';

const readRows = (text: string) => readMemberships(text).rows;
const modes = ['add', 'replace'] as const;
const refreshes = ['groups', 'people', 'publications', 'works'];

/** Brings people into groups from a CSV, after a dry run. */
export default function MembershipImport() {
  const t = useText();
  const { isAny } = useMayChange();
  return isAny ? <Importer /> : <ForbiddenNotice>{t('notice.forbidden')}</ForbiddenNotice>;
}

function Importer() {
  const t = useText();
  const [{ text = '', mode = 'add' }, setDraft] = useDraft<{ text: string; mode: ImportMode }>('import.memberships');
  const [begun, setBegun] = useDraft<Begun & { left: number; isUndone: boolean }>('import.memberships.begun');
  const { id = '', mode: begunMode = 'add', left, isUndone = false } = begun;
  const current = { id, mode: begunMode };
  // Whether anything of what was sent last has failed. Not in the state, because sending goes on without this page.
  const hasFailed = useRef(false);
  const { rows, setRows, outcomes, isSending, send, stop, clear } = useSending<MembershipRow>(
    'memberships',
    async (ids, read) => {
      try {
        const done = await importPart(current, membershipsIn(read, ids));
        if ([...done.values()].some(({ state }) => state === 'failed')) hasFailed.current = true;
        return done;
      } catch (error) {
        hasFailed.current = true;
        throw error;
      }
    },
    { perRequest, atOnce: 1 },
  );
  const ending = useAction({ refreshes });
  const undoing = useAction({ refreshes });
  const checked = useDeferredValue(text);
  const { issue } = useMemo(() => readMemberships(checked), [checked]);
  const isStarted = outcomes.size > 0;
  const memberships = membershipsIn(rows ?? []);
  const plan = useQuery({
    queryKey: ['groups', 'import-plan', id],
    queryFn: ({ signal }) => planOf(current, memberships, signal),
    enabled: rows !== undefined && !isStarted && memberships.length > 0,
    // Never the plan of other rows, nor one from before somebody else's import.
    staleTime: 0,
    placeholderData: undefined,
  });
  const finish = () =>
    ending.run(
      () => endOthers(current),
      (count) => {
        setBegun((now) => ({ ...now, left: count }));
        return t('import.left', { count });
      },
    );
  const sendAll = async (ids: readonly string[]) => {
    hasFailed.current = false;
    if (!(await send(ids))) return;
    // Sent rows leave the form.
    setDraft((now) => ({ ...(now.mode && { mode: now.mode }) }));
    if (begunMode === 'replace' && !hasFailed.current) await finish();
  };
  const undo = () =>
    undoing.run(
      () => undoMemberships(current),
      (done) => {
        setBegun((now) => ({ ...now, isUndone: true }));
        return undoneText(t, done);
      },
    );
  if (!rows) {
    return (
      <>
        <ImportForm
          kind="memberships"
          read={readRows}
          problem={text.trim() && issue ? t(`import.issue.${issue.kind}`, { columns: issue.columns }) : undefined}
          text={text}
          onText={(written) => setDraft((now) => ({ ...now, text: written }))}
          onRead={(read) => {
            setBegun(() => ({ id: crypto.randomUUID(), mode }));
            setRows(read);
          }}
        >
          <SelectField
            label={t('import.mode')}
            hint={t(`import.modeHint.${mode}`)}
            value={mode}
            options={modes.map((value) => ({ value, text: t(`import.mode.${value}`) }))}
            onChoose={(chosen) => setDraft((now) => ({ ...now, mode: chosen }))}
          />
          <div>
            <Button
              icon={FileDown}
              onClick={() => download('members.csv', 'text/csv;charset=utf-8', csvLine(membershipColumns))}
            >
              {t('import.template')}
            </Button>
          </div>
        </ImportForm>
        <EarlierImports />
      </>
    );
  }
  const failed = [...outcomes].flatMap(([line, { state }]) => (state === 'failed' ? [line] : []));
  const isAllSent = isStarted && !isSending && rows.every((row) => row.problem || outcomes.has(row.id ?? ''));
  if (isUndone) return <Undone onRestart={clear} />;
  return (
    <>
      {!isStarted && memberships.length > 0 && <Plan plan={plan.data} mode={begunMode} />}
      {!isStarted && plan.error && <ErrorNotice error={plan.error} onRetry={plan.refetch} />}
      {begunMode === 'replace' && isAllSent && (
        <Leaving left={left} failed={failed.length} busy={ending.isPending} onEnd={finish} />
      )}
      <ImportResult
        kind="memberships"
        rows={rows.map((row) => resultOf(row, outcomes, plan.data?.outcomes))}
        isSending={isSending}
        failures={failed.length}
        onSend={sendAll}
        onStop={stop}
        onRetry={() => sendAll(failed)}
        onRestart={clear}
        actions={
          isStarted &&
          !isSending && (
            <Button icon={Undo2} busy={undoing.isPending} onClick={undo}>
              {t('import.undo')}
            </Button>
          )
        }
      />
    </>
  );
}

/** The memberships of the rows that can be imported, or of those with these ids. */
function membershipsIn(rows: readonly MembershipRow[], ids?: readonly string[]): MembershipInput[] {
  const wanted = ids && new Set(ids);
  return rows.flatMap(({ id, membership }) => (membership && (!wanted || wanted.has(id ?? '')) ? [membership] : []));
}

function resultOf(
  row: MembershipRow,
  outcomes: ReadonlyMap<string, Outcome>,
  planned: ReadonlyMap<string, Outcome> | undefined,
) {
  if (row.problem || row.id === undefined) return { ...row, entry: row.text };
  const outcome = outcomes.get(row.id);
  const plan = planned?.get(row.id);
  const state = outcome?.state;
  const isDone = state !== undefined && state !== 'sending' && state !== 'failed';
  return {
    ...row,
    entry: row.text,
    outcome,
    planned: plan?.state as PlannedState | undefined,
    plan,
    isDone,
  };
}

interface LeavingProps {
  /** How many memberships have ended; undefined before. */
  left: number | undefined;
  failed: number;
  busy: boolean;
  onEnd: () => void;
}

/** Whose memberships end because they are in none of the rows. If rows have failed, somebody has to decide that. */
function Leaving({ left, failed, busy, onEnd }: LeavingProps) {
  const t = useText();
  const { number } = useFormat();
  if (left !== undefined) return <p role="status">{t('import.left', { count: left, shown: number(left) })}</p>;
  return (
    <div className="notice">
      <div>
        <p>{t('import.endOthersHint', { count: failed, shown: number(failed) })}</p>
        <Button icon={UserMinus} busy={busy} onClick={onEnd}>
          {t('import.endOthers')}
        </Button>
      </div>
    </div>
  );
}

function Undone({ onRestart }: { onRestart: () => void }) {
  const t = useText();
  return (
    <div className="notice" role="status">
      <div>
        <p>{t('import.isUndone')}</p>
        <Button onClick={onRestart}>{t('import.another')}</Button>
      </div>
    </div>
  );
}
