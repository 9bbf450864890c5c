import { getRouteApi } from '@tanstack/react-router';
import { Save } from 'lucide-react';
import '../../styles/reports.css';
import { templateDefinitions } from '../../../../src/records/reports/templates.ts';
import { useAction } from '../../data/action.ts';
import { useDraft } from '../../data/draft.ts';
import { useStewardedGroups } from '../../data/groups/stewardship.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Form } from '../../ui/form.tsx';
import { Page } from '../../ui/page.tsx';
import { DefinitionForm } from './definition-form.tsx';
import { useDocumentLanguage } from './names.ts';
import { ReportPreview } from './preview.tsx';
import { createReport } from './queries.ts';
import { definitionOf, definitionOfList, emptyDefinition, faultOf, type Values } from './values.ts';

const route = getRouteApi('/reports/new');

/** Makes a report: of a template, or of what a list of publications has. */
export function NewReportPage() {
  const t = useText();
  const navigate = route.useNavigate();
  const search = route.useSearch();
  const begun = useBegun();
  const [typed, setTyped] = useDraft<Values>(`new-report.${JSON.stringify(search)}`);
  const values = { ...begun, ...typed };
  const action = useAction({ refreshes: ['reports'], showsError: true });
  const fault = faultOf(values);
  const leave = () => {
    setTyped(() => ({}));
    navigate({ to: '/reports' });
  };
  const create = () =>
    action.run(
      () => createReport({ definition: definitionOf(values), shared: values.shared }),
      ({ id }) => {
        setTyped(() => ({}));
        navigate({ to: '/reports/$id', params: { id } });
        return t('reports.done.saved');
      },
    );
  return (
    <Page title={t('reports.new')} back={{ to: '/reports', text: t('reports.back') }}>
      <div className="report-builder">
        <Form
          submit={t('action.save')}
          icon={Save}
          busy={action.isPending}
          error={action.error}
          why={fault && t(`reports.fault.${fault}`)}
          onSubmit={create}
          onCancel={leave}
        >
          <DefinitionForm
            values={values}
            onChange={(field, value) => setTyped((now) => ({ ...now, [field]: value }))}
          />
        </Form>
        <ReportPreview definition={definitionOf(values)} />
      </div>
    </Page>
  );
}

/** The values at the beginning. A steward's reports are of their groups alone. */
function useBegun(): Values {
  const t = useText();
  const locale = useDocumentLanguage();
  const { template, ...list } = route.useSearch();
  const own = useStewardedGroups();
  const isMember = useHasRole('workspace_member');
  const isOfList = Object.values(list).some((value) => value !== undefined);
  const made = template
    ? { name: t(`reports.template.${template}`), ...templateDefinitions[template] }
    : isOfList
      ? definitionOfList(list)
      : {};
  const values: Values = { ...emptyDefinition, ...made, locale, shared: false };
  if (isMember || own.length === 0 || values.filter.group_id !== undefined) return values;
  return { ...values, filter: { ...values.filter, group_id: own.join('|') } };
}
