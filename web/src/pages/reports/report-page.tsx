import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Copy, Play, Save, Trash2, UserCheck } from 'lucide-react';
import { useState } from 'react';
import '../../styles/reports.css';
import { useAction } from '../../data/action.ts';
import { useEdits } from '../../data/form.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Form } from '../../ui/form.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { DefinitionForm } from './definition-form.tsx';
import { ReportPreview } from './preview.tsx';
import { createReport, deleteReport, patchReport, reportDetail, runReport } from './queries.ts';
import { Runs } from './runs.tsx';
import type { Report } from './shapes.ts';
import { conflictsOf, definitionOf, type Field, faultOf, type Values, valuesOf } from './values.ts';

const route = getRouteApi('/reports/$id');

/** A saved report: its definition, what it would count now, and its runs. */
export function ReportPage() {
  const t = useText();
  const { id } = route.useParams();
  const query = useQuery(reportDetail(id));
  const { data } = query;
  const isAdmin = useHasRole('workspace_admin');
  const mayChange = data !== undefined && (data.is_own || data.has_left || (data.shared && isAdmin));
  return (
    <Page
      title={data?.definition.name ?? t('reports.one')}
      back={{ to: '/reports', text: t('reports.back') }}
      actions={data && <Actions key={id} report={data} mayChange={mayChange} />}
    >
      <Loaded query={query}>
        {(report) => (
          <div key={id} className="report-page">
            <Runs report={report} />
            <Editor report={report} mayChange={mayChange} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Actions({ report: { id, definition, running, version, has_left }, mayChange }: EditorProps) {
  const t = useText();
  const navigate = useNavigate();
  const { run, isPending } = useAction({ refreshes: ['reports'], about: definition.name });
  const removal = useAction({ refreshes: [], showsError: true });
  const [isDeleting, setDeleting] = useState(false);
  const begin = () =>
    run(
      () => runReport(id),
      ({ run_id }) => {
        navigate({ to: '/reports/$id/runs/$runId', params: { id, runId: run_id } });
        return undefined;
      },
    );
  const remove = () =>
    removal.run(
      () => deleteReport(id, version),
      () => {
        navigate({ to: '/reports' });
        return t('reports.done.deleted', { name: definition.name });
      },
    );
  const takeOver = () =>
    run(
      () => patchReport(id, { take_over: true }, version),
      () => t('reports.done.takenOver'),
    );
  return (
    <>
      {has_left && (
        <Button icon={UserCheck} busy={isPending} onClick={takeOver}>
          {t('reports.takeOver')}
        </Button>
      )}
      <Button
        kind="primary"
        icon={Play}
        busy={isPending}
        why={running == null ? undefined : t('reports.why.running')}
        onClick={begin}
      >
        {t('reports.run')}
      </Button>
      {mayChange && (
        <Button icon={Trash2} onClick={() => setDeleting(true)}>
          {t('reports.delete')}
        </Button>
      )}
      {isDeleting && (
        <ConfirmDialog
          title={t('reports.deleteTitle')}
          phrase={definition.name}
          action={t('reports.delete')}
          onConfirm={remove}
          onClose={() => setDeleting(false)}
          busy={removal.isPending}
          error={removal.error}
        >
          <p>{t('reports.deleteHint')}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

interface EditorProps {
  report: Report;
  mayChange: boolean;
}

/** Writes only the changed fields. Other people's changes of other fields are kept. */
function Editor({ report, mayChange }: EditorProps) {
  const t = useText();
  const client = useQueryClient();
  const navigate = useNavigate();
  const textOf = useConflictText();
  const { id } = report;
  const action = useAction({ refreshes: ['reports'], about: report.definition.name, showsError: true });
  const { typed, seen, changed, conflicts, write, settle, discard, keepMine, takeTheirs } = useEdits<Values, Report>({
    draft: `report.${id}`,
    shown: report,
    conflictsOf,
    isSaving: action.isPending,
  });
  const values = { ...valuesOf(report), ...typed };
  const before = { ...valuesOf(report), ...Object.fromEntries(changed.map((field) => [field, valuesOf(seen)[field]])) };
  const fieldsOf = (all: Values) => ({ definition: definitionOf(all), shared: all.shared });
  const fault = faultOf(values);
  const save = () =>
    action.run(
      () => patchReport(id, fieldsOf(values), report.version),
      (stored) => {
        client.setQueryData(reportDetail(id).queryKey, stored);
        settle(typed, stored);
        return { text: t('reports.done.saved'), undo: () => patchReport(id, fieldsOf(before), stored.version) };
      },
    );
  const copy = () =>
    action.run(
      () => createReport({ definition: definitionOf(values), shared: false }),
      (stored) => {
        discard();
        navigate({ to: '/reports/$id', params: { id: stored.id } });
        return t('reports.done.copied');
      },
    );
  const choose = (decide: () => void) => () => {
    action.reset();
    decide();
  };
  const why = fault ? t(`reports.fault.${fault}`) : changed.length === 0 ? t('reports.why.unchanged') : undefined;
  return (
    <div className="report-builder">
      <Form
        submit={t(mayChange ? 'action.save' : 'reports.copy')}
        icon={mayChange ? Save : Copy}
        kind="plain"
        busy={action.isPending}
        error={conflicts.length > 0 ? undefined : action.error}
        why={mayChange ? why : fault && t(`reports.fault.${fault}`)}
        onSubmit={mayChange ? save : copy}
        onCancel={
          changed.length > 0
            ? () => {
                discard();
                action.reset();
              }
            : undefined
        }
      >
        {!mayChange && <p className="fine">{t('reports.ofOther', { name: report.created_by })}</p>}
        {report.has_left && <p className="fine">{t('reports.ofFormerMember', { name: report.created_by })}</p>}
        <DefinitionForm values={values} onChange={write} />
        {conflicts.length > 0 && (
          <ConflictNotice
            fields={conflicts.map((field) => ({
              label: t(`reports.field.${field}`),
              theirs: textOf(field, valuesOf(report)),
              mine: textOf(field, values),
            }))}
            onKeepMine={choose(keepMine)}
            onTakeTheirs={choose(takeTheirs)}
          />
        )}
      </Form>
      <ReportPreview definition={definitionOf(values)} />
    </div>
  );
}

/** A value of a field as a text, to be compared with another one. */
function useConflictText(): (field: Field, values: Values) => string {
  const t = useText();
  return (field, values) => {
    const value = values[field];
    if (field === 'shared') return t(value ? 'reports.shared' : 'reports.notShared');
    if (Array.isArray(value)) return value.join(', ');
    if (typeof value !== 'object') return String(value);
    return Object.entries(value)
      .map(([name, text]) => `${name}: ${text ?? '–'}`)
      .join(', ');
  };
}
