import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import '../../styles/projects.css';
import { useDraft } from '../../data/draft.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { ProjectActions } from './actions.tsx';
import { conflictsOf, type Field, inputOf, textOf, type Values, valuesOf } from './form.ts';
import { ProjectForm } from './project-form.tsx';
import { type Patch, type Project, patchProject, projectDetail } from './queries.ts';

const route = getRouteApi('/projects/$id');

export function ProjectPage() {
  const t = useText();
  const localized = useLocalized();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(projectDetail(id));
  const name = (data && localized(data.title)) ?? id;
  return (
    <Page
      title={data ? name : t('page.projects')}
      back={{ to: '/projects', text: t('projects.back') }}
      actions={data && <ProjectActions id={id} name={name} visible={data.visible} deleted={data.deleted} />}
    >
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton />}
      {data?.deleted && <p>{t('projects.restoreFirst')}</p>}
      {data && !data.deleted && <Editor key={id} project={data} />}
    </Page>
  );
}

interface Change {
  from: Project;
  to: Partial<Project>;
  /** The saved draft. */
  typed: Partial<Values>;
}

/**
 * Writes only the changed fields, if nobody else has changed them meanwhile. Other people's changes of other fields are
 * kept.
 */
function Editor({ project }: { project: Project }) {
  const t = useText();
  const toast = useToast(useLocalized()(project.title) ?? project.id);
  const client = useQueryClient();
  const names = useVocabulary();
  // `seen` is the project when the first field was changed.
  const [{ typed = {}, seen = project }, setDraft] = useDraft<{ typed: Partial<Values>; seen: Project }>(
    `project-form.${project.id}`,
  );
  const values = { ...valuesOf(project), ...typed };
  const changed = Object.keys(typed) as Field[];
  const save = useMutation({
    mutationFn: (change: Change) => patchProject(project.id, patchOf(change)),
    onSuccess: async (stored, { from, to, typed: sent }) => {
      await client.invalidateQueries({ queryKey: ['projects'] });
      setDraft(({ typed: now = {} }) => {
        // Keeps the input typed since.
        const left = Object.entries(now).filter(([field, value]) => value !== sent[field as Field]);
        return left.length === 0 ? {} : { typed: Object.fromEntries(left), seen: stored };
      });
      const before = Object.fromEntries(Object.keys(to).map((field) => [field, from[field as Field]]));
      toast({ text: t('projects.saved'), undo: () => save.mutate({ from: stored, to: before, typed: {} }) });
    },
    // Shows the other person's change.
    onSettled: (_, error) => error && client.invalidateQueries({ queryKey: ['projects'] }),
  });
  // A value that is being saved does not conflict with itself.
  const conflicts = save.isPending ? [] : conflictsOf(typed, seen, project);
  return (
    <ProjectForm
      values={values}
      onChange={(field, value) =>
        setDraft((now) => ({ seen: now.seen ?? project, typed: { ...now.typed, [field]: value } }))
      }
      onSave={() => {
        const input = inputOf(values);
        save.mutate({
          from: seen,
          to: Object.fromEntries(changed.map((field) => [field, input[field]])),
          typed,
        });
      }}
      onCancel={() => {
        setDraft(() => ({}));
        save.reset();
      }}
      isChanged={changed.length > 0}
      busy={save.isPending}
    >
      {save.error && conflicts.length === 0 && <ErrorNotice error={save.error} />}
      {conflicts.length > 0 && (
        <ConflictNotice
          fields={conflicts.map((field) => ({
            label: names.field(field),
            theirs: textOf(valuesOf(project)[field]),
            mine: textOf(values[field]),
          }))}
          onKeepMine={() => {
            save.reset();
            setDraft((now) => ({ ...now, seen: project }));
          }}
          onTakeTheirs={() => {
            save.reset();
            setDraft(({ typed: now = {} }) => {
              const left = Object.entries(now).filter(([field]) => !conflicts.includes(field as Field));
              return left.length === 0 ? {} : { typed: Object.fromEntries(left), seen: project };
            });
          }}
        />
      )}
    </ProjectForm>
  );
}

function patchOf({ from, to }: Pick<Change, 'from' | 'to'>): Patch {
  const fields = Object.keys(to) as Field[];
  return [
    ...fields.map((field) => ({ op: 'test' as const, path: `/${field}`, value: from[field] })),
    ...fields.map((field) => ({ op: 'replace' as const, path: `/${field}`, value: to[field] })),
  ];
}
