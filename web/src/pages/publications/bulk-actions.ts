import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { type BulkOutcome, deleteOrRestore, editPublications, type OnProgress, revertEdits } from '../../data/bulk.ts';
import { useText } from '../../text/text.ts';
import { useErrorToast, useToast } from '../../ui/toasts.tsx';
import { idsOfSearch } from './queries.ts';
import type { Targets } from './use-selection.ts';

export interface Progress {
  done: number;
  total: number;
  /** Ends the action after what it is changing now. What was changed stays so. */
  stop: () => void;
}

/** A publication, as far as it is known: of a whole result only the id is. */
interface Target {
  id: string;
  title?: string | null;
  visible?: boolean;
  deleted_at?: string | null;
}

type Done = 'hidden' | 'shown' | 'deleted' | 'restored' | 'edited';
type Act = (ids: string[], onProgress: OnProgress, signal: AbortSignal) => Promise<BulkOutcome[]>;

const knownReasons = ['not_found', 'deleted', 'edited_again', 'queued'] as const;
const isKnown = (reason: string): reason is (typeof knownReasons)[number] =>
  (knownReasons as readonly string[]).includes(reason);

/** A message names this many failed publications and counts the rest. */
const namesShown = 5;

/** The browser asks before it leaves the page. */
const stay = (event: BeforeUnloadEvent) => event.preventDefault();

const visiblePatch = (value: boolean): Schema<'JsonPatch'> => [{ op: 'replace', path: '/visible', value }];

/**
 * The bulk actions. Each takes effect at once, and its undo reverts exactly what it changed: publications that were
 * hidden, deleted or edited before stay so.
 */
export function useBulkActions() {
  const t = useText();
  const toast = useToast();
  const showError = useErrorToast();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | undefined>();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BulkOutcome>>(new Map());

  /**
   * Runs an action for some publications or all that a search finds, reports it, and offers an undo for those that it
   * changed. Returns the ids of those that failed; undefined if nothing was tried.
   */
  const run = async (
    targets: Targets | { rows: readonly Target[] },
    act: Act,
    done: Done | 'undone',
    undo?: (changed: BulkOutcome[]) => Act,
  ): Promise<ReadonlySet<string> | undefined> => {
    if ('rows' in targets && targets.rows.length === 0) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const stop = () => controller.abort();
    addEventListener('beforeunload', stay);
    try {
      const rows = await rowsOf(targets, signal, (total) => setProgress({ done: 0, total, stop }));
      const onProgress = (count: number) => setProgress({ done: count, total: rows.length, stop });
      onProgress(0);
      return await report(rows, await act(idsOf(rows), onProgress, signal), done, undo);
    } catch (error) {
      if (!signal.aborted) showError(error);
      return undefined;
    } finally {
      removeEventListener('beforeunload', stay);
      setProgress(undefined);
    }
  };
  const report = async (
    rows: readonly Target[],
    results: BulkOutcome[],
    done: Done | 'undone',
    undo?: (changed: BulkOutcome[]) => Act,
  ): Promise<ReadonlySet<string>> => {
    setOutcomes(new Map(done === 'undone' ? [] : results.map((result) => [result.id, result])));
    await client.invalidateQueries({ queryKey: ['publications'] });
    const failed = results.filter(({ outcome }) => outcome === 'failed');
    const failedIds = new Set(failed.map(({ id }) => id));
    for (const [reason, sameFailures] of Map.groupBy(failed, ({ message }) => message ?? 'not_found')) {
      const counts = { count: sameFailures.length, total: rows.length, reason: reasonText(reason) };
      toast({ text: `${t('publications.failed', counts)}. ${namesOf(rows, sameFailures)}`, tone: 'bad' });
    }
    const changed = results.filter(({ outcome }) => outcome === 'changed').length;
    if (changed === 0 && failed.length > 0) return failedIds;
    const undoable = results.filter(({ canUndo }) => canUndo);
    const undoableIds = new Set(undoable.map(({ id }) => id));
    const undoAll =
      undo &&
      (async () => {
        const failedToo = await run({ rows: rows.filter(({ id }) => undoableIds.has(id)) }, undo(undoable), 'undone');
        return failedToo !== undefined && failedToo.size < undoable.length;
      });
    const isStopped = results.length < rows.length;
    toast({
      text: [
        t(`publications.done.${done}`, { count: changed }),
        ...(isStopped ? [t('publications.stopped', { done: results.length, total: rows.length })] : []),
      ].join('. '),
      ...(undoAll && undoable.length > 0 && { undo: undoAll }),
    });
    return failedIds;
  };
  const reasonText = (reason: string) => (isKnown(reason) ? t(`publications.reason.${reason}`) : reason);
  const namesOf = (rows: readonly Target[], failed: readonly BulkOutcome[]) => {
    const titles = new Map(rows.map(({ id, title }) => [id, title ?? id]));
    const names = failed.slice(0, namesShown).map(({ id }) => t('publications.quoted', { name: titles.get(id) ?? id }));
    const more = failed.length - names.length;
    return [...names, ...(more > 0 ? [t('publications.andMore', { count: more })] : [])].join(', ');
  };

  const setVisible = (targets: Targets, visible: boolean) =>
    run(
      matching(targets, (row) => row.visible !== visible),
      (ids, ...running) => editPublications(ids, visiblePatch(visible), ...running),
      visible ? 'shown' : 'hidden',
      () =>
        (ids, ...running) =>
          editPublications(ids, visiblePatch(!visible), ...running),
    );
  const setDeleted = (targets: Targets, deleted: boolean) =>
    run(
      matching(targets, (row) => (row.deleted_at != null) !== deleted),
      (ids, ...running) => deleteOrRestore(ids, deleted ? 'delete' : 'restore', ...running),
      deleted ? 'deleted' : 'restored',
      () =>
        (ids, ...running) =>
          deleteOrRestore(ids, deleted ? 'restore' : 'delete', ...running),
    );
  const edit = (targets: Targets, patch: Schema<'JsonPatch'>) =>
    run(
      targets,
      (ids, ...running) => editPublications(ids, patch, ...running),
      'edited',
      (changed) =>
        (_, ...running) => {
          const made = changed.flatMap(({ id, edit }) => (edit === undefined ? [] : [[id, edit] as const]));
          return revertEdits(new Map(made), ...running);
        },
    );
  return { setVisible, setDeleted, edit, progress, outcomes };
}

export type BulkActions = ReturnType<typeof useBulkActions>;

const idsOf = (rows: readonly Target[]) => rows.map(({ id }) => id);

/** The rows that an action changes. Of a whole result nothing is known: the API leaves the others as they are. */
const matching = (targets: Targets, isMeant: (row: Target) => boolean): Targets =>
  'rows' in targets ? { rows: targets.rows.filter(isMeant) } : targets;

async function rowsOf(
  targets: Targets | { rows: readonly Target[] },
  signal: AbortSignal,
  onTotal: (total: number) => void,
): Promise<readonly Target[]> {
  if ('rows' in targets) return targets.rows;
  onTotal(targets.total);
  const ids = await idsOfSearch(targets.search, { signal, onProgress: () => {} });
  return ids.map((id) => ({ id }));
}
