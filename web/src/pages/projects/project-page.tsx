import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import '../../styles/projects.css';
import { useLocalized } from '../../text/localized.ts';
import { useText, useTexts } from '../../text/text.ts';
import { ErrorNotice } from '../../ui/notice.tsx';
import { Page } from '../../ui/page.tsx';
import { TableSkeleton } from '../../ui/table.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { ProjectActions } from './actions.tsx';
import { type Field, inputOf, type Values, valuesOf } from './form.ts';
import { ProjectForm } from './project-form.tsx';
import { type Patch, type Project, patchProject, projectDetail } from './queries.ts';
import { texts } from './texts.ts';

const route = getRouteApi('/projects/$id');

/** One project and all its fields. */
export function ProjectPage() {
  const t = useText();
  const p = useTexts(texts);
  const localized = useLocalized();
  const { id } = route.useParams();
  const { data, error, refetch } = useQuery(projectDetail(id));
  const name = (data && localized(data.title)) ?? id;
  return (
    <Page
      title={data ? name : t('page.projects')}
      back={{ to: '/projects', text: p('back') }}
      actions={data && <ProjectActions id={id} name={name} visible={data.visible} deleted={data.deleted} />}
    >
      {error && <ErrorNotice error={error} onRetry={refetch} />}
      {!data && !error && <TableSkeleton />}
      {data?.deleted && <p>{p('restoreFirst')}</p>}
      {data && !data.deleted && <Editor key={id} project={data} />}
    </Page>
  );
}

interface Change {
  from: Project;
  to: Partial<Project>;
  /** The draft that is saved with it. */
  typed: Partial<Values>;
}

/**
 * Writes only the fields that were changed, if they are as they were when their change began. What others change
 * meanwhile in other fields is kept.
 */
function Editor({ project }: { project: Project }) {
  const p = useTexts(texts);
  const toast = useToast();
  const client = useQueryClient();
  const [draft, setDraft] = useState<Partial<Values>>({});
  /** The project when the first field was changed. */
  const [seen, setSeen] = useState(project);
  const values = { ...valuesOf(project), ...draft };
  const changed = Object.keys(draft) as Field[];
  const save = useMutation({
    mutationFn: (change: Change) => patchProject(project.id, patchOf(change)),
    onSuccess: async (stored, { from, to, typed }) => {
      await client.invalidateQueries({ queryKey: ['projects'] });
      setSeen(stored);
      // What was typed since then stays.
      setDraft((now) =>
        Object.fromEntries(Object.entries(now).filter(([field, value]) => value !== typed[field as Field])),
      );
      const before = Object.fromEntries(Object.keys(to).map((field) => [field, from[field as Field]]));
      toast({ text: p('saved'), undo: () => save.mutate({ from: stored, to: before, typed: {} }) });
    },
    onError: () => client.invalidateQueries({ queryKey: ['projects'] }),
  });
  return (
    <ProjectForm
      values={values}
      onChange={(field, value) => {
        if (changed.length === 0) setSeen(project);
        setDraft((typed) => ({ ...typed, [field]: value }));
      }}
      onSave={() => {
        const input = inputOf(values);
        save.mutate({
          from: seen,
          to: Object.fromEntries(changed.map((field) => [field, input[field]])),
          typed: draft,
        });
      }}
      onCancel={() => {
        setDraft({});
        save.reset();
      }}
      isChanged={changed.length > 0}
      busy={save.isPending}
    >
      {save.error && <ErrorNotice error={save.error} />}
      {save.error && seen.version !== project.version && <p role="alert">{p('changedMeanwhile')}</p>}
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
