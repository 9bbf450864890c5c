import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { csvLine } from '../../../../src/formats/csv.ts';
import { ApiError } from '../../api/api-error.ts';
import { answerOf, api } from '../../api/client.ts';
import { download } from '../../data/download.ts';
import { useTexts } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportResult } from './import-result.tsx';
import { type ProjectInput, type ProjectRow, readProjects, templateColumns } from './project-rows.ts';
import { type Outcome, useSending } from './sending.ts';
import { texts } from './texts.ts';

/** The states in which a project is stored as the row says. */
const stored: readonly Outcome['state'][] = ['created', 'updated', 'unchanged'];

/** Creates or replaces projects from a CSV. The server writes a batch only if all of it is valid. */
export function ProjectImport() {
  const p = useTexts(texts);
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly ProjectRow[]>();
  const projects = new Map(rows?.flatMap(({ id, project }) => (id && project ? [[id, project]] : [])));
  const batchOf = (ids: readonly string[]) => ids.flatMap((id) => projects.get(id) ?? []);
  const { outcomes, isSending, send, stop, clear } = useSending((ids) => importProjects(batchOf(ids)), {
    perRequest: 100,
    atOnce: 1,
  });
  if (!rows) {
    const { issue } = readProjects(text);
    return (
      <ImportForm
        kind="projects"
        read={(written) => readProjects(written).rows}
        problem={text.trim() && issue ? p(`issue.${issue.kind}`, { columns: issue.columns }) : undefined}
        text={text}
        onText={setText}
        onRead={setRows}
      >
        <p className="fine">{p('projectsHint')}</p>
        <div>
          <Button
            icon={FileDown}
            onClick={() => download('projects.csv', 'text/csv;charset=utf-8', csvLine(templateColumns))}
          >
            {p('template')}
          </Button>
        </div>
      </ImportForm>
    );
  }
  const failed = [...outcomes].flatMap(([id, { state }]) => (state === 'failed' ? [id] : []));
  return (
    <ImportResult
      kind="projects"
      rows={rows.map((row) => {
        const outcome = row.problem ? undefined : outcomes.get(row.id ?? '');
        if (!outcome) return row;
        const reason = outcome.text === 'deleted' ? p('reason.deleted') : undefined;
        return { ...row, outcome, reason, isDone: stored.includes(outcome.state) };
      })}
      isSending={isSending}
      failures={failed.length}
      onSend={send}
      onStop={stop}
      onRetry={() => send(failed)}
      onRestart={() => {
        if (outcomes.size > 0) setText('');
        clear();
        setRows(undefined);
      }}
    />
  );
}

type Outcomes = ReadonlyMap<string, Outcome>;

/**
 * Imports a batch. Projects that the server refuses are left out and the rest is sent again, since one fault keeps all of
 * a batch from being written. A batch that is too large is sent in halves.
 */
async function importProjects(batch: readonly ProjectInput[]): Promise<Outcomes> {
  if (batch.length === 0) return new Map();
  try {
    const { projects } = await answerOf(api.POST('/api/projects/bulk', { body: { projects: [...batch] } }));
    return new Map(
      projects.map(({ id, outcome, deleted }) => [id, { state: outcome, ...(deleted && { text: 'deleted' }) }]),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 413 && batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      return new Map([...(await importProjects(batch.slice(0, half))), ...(await importProjects(batch.slice(half)))]);
    }
    const faults = faultsByIndex(error);
    if (faults.size === 0) throw error;
    const refused = batch.flatMap(({ id }, index): [string, Outcome][] => {
      const text = faults.get(index);
      return text === undefined ? [] : [[id, { state: 'failed', text }]];
    });
    return new Map([...refused, ...(await importProjects(batch.filter((_, index) => !faults.has(index))))]);
  }
}

/** What the server says of each project, by its place in the batch. */
function faultsByIndex({ issues }: ApiError): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  for (const { path, message } of issues) {
    const [, index, field] = /^projects\.(\d+)(?:\.(.+))?$/.exec(path) ?? [];
    if (index === undefined) continue;
    const before = faults.get(Number(index));
    faults.set(Number(index), [before, [field, message].filter(Boolean).join(' ')].filter(Boolean).join('; '));
  }
  return faults;
}
