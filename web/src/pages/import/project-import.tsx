import { useQuery } from '@tanstack/react-query';
import { FileDown } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { csvLine } from '../../../../src/formats/csv.ts';
import { answerOf, api } from '../../api/client.ts';
import { chunksOf } from '../../data/chunks.ts';
import { download } from '../../data/download.ts';
import { useDraft } from '../../data/draft.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportResult, type PlannedState, plannedStates } from './import-result.tsx';
import { importBatch } from './project-batches.ts';
import { type ProjectInput, type ProjectRow, readProjects, templateColumns } from './project-rows.ts';
import type { Outcome } from './rows.ts';
import { useSending } from './sending.ts';

/** The states in which a project is stored as in its row. */
const stored: readonly Outcome['state'][] = ['created', 'updated', 'unchanged'];

const perRequest = 100;

const readRows = (text: string) => readProjects(text).rows;

/** Creates or replaces projects from a CSV, after a dry run that shows which. */
export default function ProjectImport() {
  const t = useText();
  const [{ text = '' }, setDraft] = useDraft<{ text: string }>('import.projects');
  const setText = (text: string) => setDraft(() => ({ text }));
  const { rows, setRows, outcomes, isSending, send, stop, clear } = useSending<ProjectRow>(
    'projects',
    (ids, read) => importBatch(projectsIn(read, ids), postProjects),
    { perRequest, atOnce: 1 },
  );
  const projects = projectsIn(rows ?? []);
  const isStarted = outcomes.size > 0;
  const checked = useDeferredValue(text);
  const { issue } = useMemo(() => readProjects(checked), [checked]);
  const [readings, setReadings] = useState(0);
  const plan = useQuery({
    queryKey: ['projects', 'plan', readings],
    queryFn: ({ signal }) => planOf(projects, signal),
    enabled: rows !== undefined && !isStarted,
    // Never a cached plan, because other people may import in the meantime, nor the plan of other rows.
    staleTime: 0,
    placeholderData: undefined,
  });
  const sendAll = async (ids: readonly string[]) => {
    // Sent rows leave the form.
    if (await send(ids)) setDraft(() => ({}));
  };
  if (!rows) {
    return (
      <ImportForm
        kind="projects"
        read={readRows}
        problem={text.trim() && issue ? t(`import.issue.${issue.kind}`, { columns: issue.columns }) : undefined}
        text={text}
        onText={setText}
        onRead={(read) => {
          setRows(read);
          setReadings((count) => count + 1);
        }}
      >
        <p className="fine">{t('import.projectsHint')}</p>
        <div>
          <Button
            icon={FileDown}
            onClick={() => download('projects.csv', 'text/csv;charset=utf-8', csvLine(templateColumns))}
          >
            {t('import.template')}
          </Button>
        </div>
      </ImportForm>
    );
  }
  const failed = [...outcomes].flatMap(([id, { state }]) => (state === 'failed' ? [id] : []));
  return (
    <>
      {!isStarted && projects.length > 0 && <Plan plan={plan.data} />}
      {!isStarted && plan.error && <ErrorNotice error={plan.error} onRetry={plan.refetch} />}
      <ImportResult
        kind="projects"
        rows={rows.map((row) => {
          const id = row.problem ? undefined : row.id;
          const [outcome, planned] = id === undefined ? [] : [outcomes.get(id), plan.data?.get(id)];
          const reason = (outcome ?? planned)?.isDeleted ? t('import.reason.deleted') : planned?.text;
          if (!outcome) return { ...row, planned: planned?.state as PlannedState | undefined, reason };
          return { ...row, outcome, reason, isDone: stored.includes(outcome.state) };
        })}
        isSending={isSending}
        failures={failed.length}
        onSend={sendAll}
        onStop={stop}
        onRetry={() => send(failed)}
        onRestart={clear}
      />
    </>
  );
}

/** The projects of the rows that can be imported, or of those with these ids. */
function projectsIn(rows: readonly ProjectRow[], ids?: readonly string[]): ProjectInput[] {
  const projects = new Map(rows.flatMap(({ id, project }) => (id && project ? [[id, project] as const] : [])));
  return ids ? ids.flatMap((id) => projects.get(id) ?? []) : [...projects.values()];
}

/** How many projects the import would create, replace and leave unchanged. */
function Plan({ plan }: { plan: ReadonlyMap<string, Outcome> | undefined }) {
  const t = useText();
  const { number } = useFormat();
  const countOf = (state: (typeof plannedStates)[number]) =>
    [...(plan?.values() ?? [])].filter((each) => each.state === state).length;
  const counts = plannedStates.map((state) => [state, countOf(state)] as const).filter(([, count]) => count > 0);
  return (
    <p role="status">
      {plan
        ? counts.map(([state, count]) => t(`import.plan.${state}`, { count, shown: number(count) })).join(' ')
        : t('import.plan')}
    </p>
  );
}

/** The planned outcome of each project, with the same requests as the import. */
async function planOf(projects: readonly ProjectInput[], signal: AbortSignal): Promise<ReadonlyMap<string, Outcome>> {
  const plan = new Map<string, Outcome>();
  for (const batch of chunksOf(projects, perRequest)) {
    for (const [id, outcome] of await importBatch(batch, (group) => sendProjects(group, { dry_run: true }, signal))) {
      plan.set(id, outcome);
    }
  }
  return plan;
}

const postProjects = (projects: readonly ProjectInput[]) => sendProjects(projects, {});

async function sendProjects(projects: readonly ProjectInput[], options: { dry_run?: boolean }, signal?: AbortSignal) {
  const body = { projects: [...projects], ...options };
  return (await answerOf(api.POST('/api/projects/bulk', { body, ...(signal && { signal }) }))).projects;
}
