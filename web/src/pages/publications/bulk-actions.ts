import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { type BulkOutcome, deleteOrRestore, editPublications, type OnProgress, revertEdits } from '../../data/bulk.ts';
import { useText } from '../../text/text.ts';
import { useToast } from '../../ui/toasts.tsx';
import type { Publication } from './columns.tsx';

export interface Progress {
  done: number;
  total: number;
}

type Done = 'hidden' | 'shown' | 'deleted' | 'restored' | 'edited';
type Act = (ids: string[], onProgress: OnProgress) => Promise<BulkOutcome[]>;

const knownReasons = ['not_found', 'deleted', 'edited_again', 'queued'] as const;
const isKnown = (reason: string): reason is (typeof knownReasons)[number] =>
  (knownReasons as readonly string[]).includes(reason);

/** A message names this many failed publications and counts the rest. */
const namesShown = 5;

const idsOf = (rows: readonly Publication[]) => rows.map(({ id }) => id);

const visiblePatch = (value: boolean): Schema<'JsonPatch'> => [{ op: 'replace', path: '/visible', value }];

/**
 * The bulk actions. Each takes effect at once, and its undo reverts exactly what it changed: publications that were
 * hidden, deleted or edited before stay so.
 */
export function useBulkActions() {
  const t = useText();
  const toast = useToast();
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress | undefined>();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, BulkOutcome>>(new Map());

  /**
   * Runs an action, reports it, and offers an undo for the publications that it changed. Returns the ids of those that
   * failed.
   */
  const run = async (
    rows: readonly Publication[],
    act: Act,
    done: Done | 'undone',
    undo?: (changed: BulkOutcome[]) => Act,
  ): Promise<ReadonlySet<string>> => {
    if (rows.length === 0) return new Set();
    setProgress({ done: 0, total: rows.length });
    const results = await act(idsOf(rows), (count) => setProgress({ done: count, total: rows.length }));
    setProgress(undefined);
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
      (() =>
        run(
          rows.filter(({ id }) => undoableIds.has(id)),
          undo(undoable),
          'undone',
        ));
    toast({
      text: t(`publications.done.${done}`, { count: changed }),
      ...(undoAll && undoable.length > 0 && { undo: undoAll }),
    });
    return failedIds;
  };
  const reasonText = (reason: string) => (isKnown(reason) ? t(`publications.reason.${reason}`) : reason);
  const namesOf = (rows: readonly Publication[], failed: readonly BulkOutcome[]) => {
    const titles = new Map(rows.map(({ id, title }) => [id, title ?? id]));
    const names = failed.slice(0, namesShown).map(({ id }) => t('publications.quoted', { name: titles.get(id) ?? id }));
    const more = failed.length - names.length;
    return [...names, ...(more > 0 ? [t('publications.andMore', { count: more })] : [])].join(', ');
  };

  const setVisible = (rows: readonly Publication[], visible: boolean) =>
    run(
      rows.filter((row) => row.visible !== visible),
      (ids, onProgress) => editPublications(ids, visiblePatch(visible), onProgress),
      visible ? 'shown' : 'hidden',
      () => (ids, onProgress) => editPublications(ids, visiblePatch(!visible), onProgress),
    );
  const setDeleted = (rows: readonly Publication[], deleted: boolean) =>
    run(
      rows.filter((row) => (row.deleted_at != null) !== deleted),
      (ids, onProgress) => deleteOrRestore(ids, deleted ? 'delete' : 'restore', onProgress),
      deleted ? 'deleted' : 'restored',
      () => (ids, onProgress) => deleteOrRestore(ids, deleted ? 'restore' : 'delete', onProgress),
    );
  const edit = (rows: readonly Publication[], patch: Schema<'JsonPatch'>) =>
    run(
      rows,
      (ids, onProgress) => editPublications(ids, patch, onProgress),
      'edited',
      (changed) => (_, onProgress) => {
        const made = changed.flatMap(({ id, edit }) => (edit === undefined ? [] : [[id, edit] as const]));
        return revertEdits(new Map(made), onProgress);
      },
    );
  return { setVisible, setDeleted, edit, progress, outcomes };
}

export type BulkActions = ReturnType<typeof useBulkActions>;
