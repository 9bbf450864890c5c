import { FileDown } from 'lucide-react';
import { useState } from 'react';
import { csvLine } from '../../../../src/formats/csv.ts';
import { answerOf, api } from '../../api/client.ts';
import { download } from '../../data/download.ts';
import { useTexts } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ImportForm } from './import-form.tsx';
import { ImportResult } from './import-result.tsx';
import { importBatch } from './project-batches.ts';
import { type ProjectInput, type ProjectRow, readProjects, templateColumns } from './project-rows.ts';
import type { Outcome } from './rows.ts';
import { useSending } from './sending.ts';
import { texts } from './texts.ts';

/** The states in which a project is stored as the row says. */
const stored: readonly Outcome['state'][] = ['created', 'updated', 'unchanged'];

/** Creates or replaces projects from a CSV. */
export function ProjectImport() {
  const p = useTexts(texts);
  const [text, setText] = useState('');
  const [rows, setRows] = useState<readonly ProjectRow[]>();
  const projects = new Map(rows?.flatMap(({ id, project }) => (id && project ? [[id, project]] : [])));
  const batchOf = (ids: readonly string[]) => ids.flatMap((id) => projects.get(id) ?? []);
  const { outcomes, isSending, send, stop, clear } = useSending((ids) => importBatch(batchOf(ids), postProjects), {
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
        const reason = outcome.isDeleted ? p('reason.deleted') : undefined;
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

async function postProjects(projects: readonly ProjectInput[]) {
  return (await answerOf(api.POST('/api/projects/bulk', { body: { projects: [...projects] } }))).projects;
}
