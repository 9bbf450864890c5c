import { useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useAction } from '../../data/action.ts';
import { useEdits } from '../../data/form.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type Person, personDetail } from './queries.ts';

interface Values {
  name: string;
  biography: string;
  photo_url: string;
  people_type: string;
  /** Separated by commas. */
  categories: string;
}

const namesIn = (values: Partial<Values>) => Object.keys(values) as (keyof Values)[];

/** The name of the draft of a profile. */
export const draftOf = (orcid: string): string => `person.${orcid}`;

/** The curated fields of a person. Unsaved input stays when the person is fetched again. */
export function Profile({ person }: { person: Person }) {
  const t = useText();
  const localized = useLocalized();
  const client = useQueryClient();
  const action = useAction({
    refreshes: ['people'],
    about: localized(person.name) ?? person.orcid,
    showsError: true,
  });
  const valuesOf = (read: Person): Values => ({
    name: localized(read.name) ?? '',
    biography: read.biography ?? '',
    photo_url: read.photo_url ?? '',
    people_type: read.people_type ?? '',
    categories: read.category_ids.join(', '),
  });
  const shown = valuesOf(person);
  const { typed, seen, conflicts, write, settle, discard, keepMine, takeTheirs } = useEdits<Values, Values>({
    draft: draftOf(person.orcid),
    shown,
    conflictsOf: (edited, before, now) =>
      namesIn(edited).filter((name) => edited[name] !== now[name] && before[name] !== now[name]),
    isSaving: action.isPending,
  });
  const values = { ...shown, ...typed };
  const changed = namesIn(typed).filter((name) => typed[name] !== shown[name]);
  const latest = () => client.fetchQuery({ ...personDetail(person.orcid), staleTime: 0 });
  /** Writes values unless others have changed them since; returns whether it did. */
  const replace = async (from: Partial<Values>, to: Partial<Values>): Promise<boolean> => {
    const now = valuesOf(await latest());
    if (namesIn(to).some((name) => now[name] !== from[name] && now[name] !== to[name])) return false;
    await store(person.orcid, now, { ...now, ...to });
    return true;
  };
  const save = () => {
    const to: Partial<Values> = Object.fromEntries(changed.map((name) => [name, values[name]]));
    const before = Object.fromEntries(changed.map((name) => [name, seen[name]]));
    return action.run(
      () => replace(seen, to),
      async (isSaved) => {
        if (!isSaved) return undefined;
        // The stored values, because the API sorts categories.
        const stored = await latest().then(valuesOf, () => ({ ...shown, ...to }));
        settle(to, stored);
        return { text: t('people.saved'), undo: () => replace(stored, before) };
      },
    );
  };
  const names = useVocabulary();
  const labelOf = (name: keyof Values) => names.field(name === 'categories' ? 'category_ids' : name);
  const field = (name: keyof Values) => ({
    label: labelOf(name),
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => write(name, target.value),
  });
  const nameIsMissing = values.name.trim() === '' && changed.some((name) => name === 'name' || name === 'biography');
  const why =
    changed.length === 0
      ? t('people.nothingChanged')
      : nameIsMissing
        ? t('people.nameIsMissing')
        : conflicts.length > 0
          ? t('people.solveConflicts')
          : undefined;
  const original = (name: 'name' | 'biography', text: string | undefined) =>
    person.edits[name] && <Original text={text} onRevert={text ? () => write(name, text) : undefined} />;
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{t('people.profile')}</h2>
      <Form
        className="person-form"
        submit={t('people.save')}
        icon={Save}
        busy={action.isPending}
        error={conflicts.length > 0 ? undefined : action.error}
        why={why}
        onSubmit={save}
        onCancel={changed.length > 0 ? discard : undefined}
      >
        <TextField
          {...field('name')}
          maxLength={500}
          hint={original('name', localized(person.edits.name?.original))}
          issue={nameIsMissing ? t('people.nameIsMissing') : undefined}
        />
        <TextAreaField
          {...field('biography')}
          rows={6}
          maxLength={10_000}
          hint={original('biography', person.edits.biography?.original ?? undefined)}
        />
        <TextField {...field('people_type')} maxLength={100} hint={t('people.typeHint')} />
        <TextField {...field('categories')} hint={t('people.categoriesHint')} />
        <TextField
          {...field('photo_url')}
          type="url"
          maxLength={2000}
          pattern="https://.*"
          hint={t('people.photoHint')}
        />
        {conflicts.length > 0 && (
          <ConflictNotice
            fields={conflicts.map((name) => ({ label: labelOf(name), theirs: shown[name], mine: values[name] }))}
            onKeepMine={keepMine}
            onTakeTheirs={takeTheirs}
          />
        )}
      </Form>
    </section>
  );
}

function Original({ text, onRevert }: { text: string | undefined; onRevert: (() => void) | undefined }): ReactNode {
  const t = useText();
  return (
    <span className="original">
      {t('people.original', { text: text ?? t('people.nothing') })}
      {onRevert && (
        <Button kind="quiet" icon={RotateCcw} onClick={onRevert}>
          {t('people.useOriginal')}
        </Button>
      )}
    </span>
  );
}

/** Writes the differing values: name and biography by one route, curated values by another. */
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
