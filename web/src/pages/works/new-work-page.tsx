import { Link, useNavigate } from '@tanstack/react-router';
import { ApiError } from '../../api/api-error.ts';
import { useAction } from '../../data/action.ts';
import { useDraft } from '../../data/draft.ts';
import { PeopleField } from '../../data/person-picker.tsx';
import { useText } from '../../text/text.ts';
import { Page } from '../../ui/page.tsx';
import { changesIn, type Typed } from './form.ts';
import { createWork } from './queries.ts';
import { WorkForm } from './work-form.tsx';

/** Adds a work by hand. Its content decides its id, so sending it twice adds one work. */
export function NewWorkPage() {
  const t = useText();
  const navigate = useNavigate();
  const [{ typed = {}, orcids = [] }, setDraft] = useDraft<{ typed: Typed; orcids: readonly string[] }>('new-work');
  const action = useAction({ refreshes: ['works'], showsError: true });
  const create = () => {
    const { title, work_type, publication_date, ...data } = Object.fromEntries(changesIn(typed, undefined));
    const work = {
      title: title as string,
      work_type: work_type as string,
      ...(publication_date !== undefined && { publication_date: publication_date as string }),
      data,
      researcher_orcids: [...orcids],
    };
    return action.run(
      () => createWork(work),
      ({ id }) => {
        setDraft(() => ({}));
        navigate({ to: '/works/$id', params: { id } });
        return undefined;
      },
    );
  };
  const { error } = action;
  const existing = error instanceof ApiError && error.code === 'conflict' ? error.details.id : undefined;
  return (
    <Page title={t('works.add')} back={{ to: '/works', text: t('works.back') }}>
      <p className="fine">{t('works.addHint')}</p>
      <WorkForm
        typed={typed}
        shown={undefined}
        onChange={(name, input) => setDraft((now) => ({ ...now, typed: { ...now.typed, [name]: input } }))}
        onSave={create}
        onCancel={() => {
          setDraft(() => ({}));
          navigate({ to: '/works' });
        }}
        isChanged={Object.keys(typed).length > 0}
        action={action}
      >
        <PeopleField
          label={t('works.people')}
          orcids={orcids}
          issue={undefined}
          isOfRegistry
          onChange={(chosen) => setDraft((now) => ({ ...now, orcids: chosen }))}
        />
        {typeof existing === 'string' && (
          <p>
            <Link to="/works/$id" params={{ id: existing }}>
              {t('works.existing')}
            </Link>
          </p>
        )}
      </WorkForm>
    </Page>
  );
}
