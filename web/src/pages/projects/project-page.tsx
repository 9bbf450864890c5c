import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import '../../styles/projects.css';
import { useAction } from '../../data/action.ts';
import { useEdits } from '../../data/form.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useHasRole } from '../../session/session.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ProjectActions } from './actions.tsx';
import { conflictsOf, type Field, inputOf, textOf, type Values, valuesOf } from './form.ts';
import { ProjectForm } from './project-form.tsx';
import { type Patch, type Project, patchProject, projectDetail } from './queries.ts';

const route = getRouteApi('/projects/$id');

export function ProjectPage() {
  const t = useText();
  const localized = useLocalized();
  const { id } = route.useParams();
  const query = useQuery(projectDetail(id));
  const { data } = query;
  const isMember = useHasRole('workspace_member');
  const name = (data && localized(data.title)) ?? id;
  return (
    <Page
      title={data ? name : t('page.projects')}
      back={{ to: '/projects', text: t('projects.back') }}
      actions={data && <ProjectActions id={id} name={name} visible={data.visible} deleted={data.deleted} />}
    >
      <Loaded query={query}>
        {(project) =>
          project.deleted ? (
            <p>{t('projects.restoreFirst')}</p>
          ) : (
            <fieldset className="read-only" disabled={!isMember}>
              <Editor key={id} project={project} />
            </fieldset>
          )
        }
      </Loaded>
    </Page>
  );
}

/**
 * Writes only the changed fields, if nobody else has changed them meanwhile. Other people's changes of other fields are
 * kept.
 */
function Editor({ project }: { project: Project }) {
  const t = useText();
  const client = useQueryClient();
  const names = useVocabulary();
  const about = useLocalized()(project.title) ?? project.id;
  const action = useAction({ refreshes: ['projects'], about, showsError: true });
  const { typed, seen, changed, conflicts, write, settle, discard, keepMine, takeTheirs } = useEdits<Values, Project>({
    draft: `project-form.${project.id}`,
    shown: project,
    conflictsOf,
    isSaving: action.isPending,
  });
  const values = { ...valuesOf(project), ...typed };
  const { id } = project;
  const save = () => {
    const input = inputOf(values);
    const to = Object.fromEntries(changed.map((field) => [field, input[field]]));
    const before = Object.fromEntries(changed.map((field) => [field, seen[field]]));
    return action.run(
      () => patchProject(id, patchOf(seen, to)),
      (stored) => {
        client.setQueryData(projectDetail(id).queryKey, stored);
        settle(typed, stored);
        return { text: t('projects.saved'), undo: () => patchProject(id, patchOf(stored, before)) };
      },
    );
  };
  return (
    <ProjectForm
      values={values}
      onChange={write}
      onSave={save}
      onCancel={() => {
        discard();
        action.reset();
      }}
      isChanged={changed.length > 0}
      action={action}
    >
      {conflicts.length > 0 && (
        <ConflictNotice
          fields={conflicts.map((field) => ({
            label: names.field(field),
            theirs: textOf(valuesOf(project)[field]),
            mine: textOf(values[field]),
          }))}
          onKeepMine={() => {
            action.reset();
            keepMine();
          }}
          onTakeTheirs={() => {
            action.reset();
            takeTheirs();
          }}
        />
      )}
    </ProjectForm>
  );
}

function patchOf(from: Project, to: Partial<Project>): Patch {
  const fields = Object.keys(to) as Field[];
  return [
    ...fields.map((field) => ({ op: 'test' as const, path: `/${field}`, value: from[field] })),
    ...fields.map((field) => ({ op: 'replace' as const, path: `/${field}`, value: to[field] })),
  ];
}
