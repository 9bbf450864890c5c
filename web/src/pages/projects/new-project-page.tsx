import { useNavigate } from '@tanstack/react-router';
import '../../styles/projects.css';
import { answerOf, api } from '../../api/client.ts';
import { useAction } from '../../data/action.ts';
import { useDraft } from '../../data/draft.ts';
import { useText } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';
import { emptyProject, inputOf, type Values, valuesOf } from './form.ts';
import { ProjectForm } from './project-form.tsx';

/** Creates a project. The id is chosen with the first letter, so that sending it twice creates one project. */
export function NewProjectPage() {
  const t = useText();
  const navigate = useNavigate();
  const [{ id = '', typed = {} }, setDraft] = useDraft<{ id: string; typed: Partial<Values> }>('new-project-form');
  const values = { ...valuesOf(emptyProject), ...typed };
  const action = useAction({ refreshes: ['projects'], showsError: true });
  const create = () =>
    action.run(
      () => answerOf(api.POST('/api/projects', { body: { id, ...inputOf(values) } })),
      (project) => {
        setDraft(() => ({}));
        navigate({ to: '/projects/$id', params: { id: project.id } });
        return undefined;
      },
    );
  return (
    <Page title={t('projects.create')} back={{ to: '/projects', text: t('projects.back') }}>
      <ProjectForm
        values={values}
        onChange={(field, value) =>
          setDraft((now) => ({
            id: now.id ?? `project-${crypto.randomUUID()}`,
            typed: { ...now.typed, [field]: value },
          }))
        }
        onSave={create}
        onCancel={() => setDraft(() => ({}))}
        isChanged={Object.keys(typed).length > 0}
        action={action}
      />
    </Page>
  );
}
