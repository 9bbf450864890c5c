import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Save } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText, useTexts } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import type { Person } from './queries.ts';
import { texts } from './texts.ts';

interface Values {
  name: string;
  biography: string;
  photo_url: string;
  people_type: string;
  /** Separated by commas. */
  categories: string;
}

/** The fields of a person that curators set. What was typed stays when the person is fetched again. */
export function Profile({ person }: { person: Person }) {
  const t = useText();
  const p = useTexts(texts);
  const toast = useToast();
  const client = useQueryClient();
  const localized = useLocalized();
  const shown: Values = {
    name: localized(person.name) ?? '',
    biography: person.biography ?? '',
    photo_url: person.photo_url ?? '',
    people_type: person.people_type ?? '',
    categories: person.category_ids.join(', '),
  };
  const [draft, setDraft] = useState<Partial<Values>>({});
  const values = { ...shown, ...draft };
  const changed = (Object.keys(shown) as (keyof Values)[]).filter((name) => values[name] !== shown[name]);
  const save = useMutation({
    mutationFn: (change: { from: Values; to: Values }) => store(person.orcid, change.from, change.to),
    onSuccess: async (_, { from, to }) => {
      await client.invalidateQueries({ queryKey: ['people'] });
      // What was typed since then stays.
      setDraft((typed) =>
        Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== to[name as keyof Values])),
      );
      toast({ text: p('saved'), undo: () => save.mutate({ from: to, to: from }) });
    },
    onError: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
  const names = useVocabulary();
  const field = (name: keyof Values) => ({
    label: names.field(name === 'categories' ? 'category_ids' : name),
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setDraft((typed) => ({ ...typed, [name]: target.value })),
  });
  const nameIsMissing = values.name.trim() === '' && changed.some((name) => name === 'name' || name === 'biography');
  const original = (name: 'name' | 'biography', text: string | undefined) =>
    person.edits[name] && (
      <Original text={text} onRevert={text ? () => setDraft((typed) => ({ ...typed, [name]: text })) : undefined} />
    );
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{p('profile')}</h2>
      <form
        className="form person-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length > 0 && !nameIsMissing) save.mutate({ from: shown, to: values });
        }}
      >
        <TextField
          {...field('name')}
          maxLength={500}
          hint={original('name', localized(person.edits.name?.original))}
          issue={nameIsMissing ? p('nameIsMissing') : undefined}
        />
        <TextAreaField
          {...field('biography')}
          rows={6}
          maxLength={10_000}
          hint={original('biography', person.edits.biography?.original ?? undefined)}
        />
        <TextField {...field('people_type')} maxLength={100} hint={p('typeHint')} />
        <TextField {...field('categories')} hint={p('categoriesHint')} />
        <TextField {...field('photo_url')} type="url" maxLength={2000} pattern="https://.*" hint={p('photoHint')} />
        {save.error && <ErrorNotice error={save.error} />}
        <div className="form-actions">
          {changed.length > 0 && <Button onClick={() => setDraft({})}>{t('action.cancel')}</Button>}
          <Button
            kind="primary"
            type="submit"
            icon={Save}
            busy={save.isPending}
            disabled={changed.length === 0 || nameIsMissing}
          >
            {p('save')}
          </Button>
        </div>
      </form>
    </section>
  );
}

function Original({ text, onRevert }: { text: string | undefined; onRevert: (() => void) | undefined }): ReactNode {
  const p = useTexts(texts);
  return (
    <span className="original">
      {p('original', { text: text ?? p('nothing') })}
      {onRevert && (
        <Button kind="quiet" icon={RotateCcw} onClick={onRevert}>
          {p('useOriginal')}
        </Button>
      )}
    </span>
  );
}

/** Writes what differs: the name and the biography by one route, curated values by another. */
async function store(orcid: string, from: Values, to: Values): Promise<void> {
  const params = { path: { orcid } };
  const differs = (name: keyof Values) => from[name] !== to[name];
  if (differs('photo_url') || differs('people_type') || differs('categories')) {
    const body = {
      ...(differs('photo_url') && { photo_url: to.photo_url.trim() || null }),
      ...(differs('people_type') && { people_type: to.people_type.trim() || null }),
      ...(differs('categories') && {
        category_ids: to.categories.split(',').flatMap((category) => category.trim() || []),
      }),
    };
    await answerOf(api.PATCH('/api/people/{orcid}', { params, body }));
  }
  if (differs('name') || differs('biography')) {
    const body = { name: to.name.trim(), ...(differs('biography') && { biography: to.biography.trim() || null }) };
    await answerOf(api.PATCH('/api/researchers/{orcid}', { params, body }));
  }
}
