import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcw, Save } from 'lucide-react';
import type { ReactNode } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useDraft } from '../../data/draft.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { ConflictNotice } from '../../ui/conflict-notice.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { type Person, personDetail } from './queries.ts';

interface Values {
  name: string;
  biography: string;
  photo_url: string;
  people_type: string;
  /** Separated by commas. */
  categories: string;
}

interface Change {
  from: Partial<Values>;
  to: Partial<Values>;
  isUndo?: boolean;
}

const namesIn = (values: Partial<Values>) => Object.keys(values) as (keyof Values)[];

/** The name of the draft of a profile. */
export const draftOf = (orcid: string): string => `person.${orcid}`;

/** The curated fields of a person. Unsaved input stays when the person is fetched again. */
export function Profile({ person }: { person: Person }) {
  const t = useText();
  const localized = useLocalized();
  const toast = useToast(localized(person.name) ?? person.orcid);
  const client = useQueryClient();
  const valuesOf = (read: Person): Values => ({
    name: localized(read.name) ?? '',
    biography: read.biography ?? '',
    photo_url: read.photo_url ?? '',
    people_type: read.people_type ?? '',
    categories: read.category_ids.join(', '),
  });
  const shown = valuesOf(person);
  // `seen` is the profile when the first field was changed.
  const [{ typed = {}, seen = shown }, setDraft] = useDraft<{ typed: Partial<Values>; seen: Values }>(
    draftOf(person.orcid),
  );
  const values = { ...shown, ...typed };
  const changed = namesIn(typed).filter((name) => typed[name] !== shown[name]);
  const keep = (left: Partial<Values>, next: Values) =>
    setDraft(() => (namesIn(left).length === 0 ? {} : { typed: left, seen: next }));
  const latest = () => client.fetchQuery({ ...personDetail(person.orcid), staleTime: 0 });
  const save = useMutation({
    mutationFn: async ({ from, to }: Change) => {
      const now = valuesOf(await latest());
      if (namesIn(to).some((name) => now[name] !== from[name] && now[name] !== to[name])) return false;
      await store(person.orcid, now, { ...now, ...to });
      return true;
    },
    onSuccess: async (isSaved, { from, to, isUndo }) => {
      if (!isSaved) return isUndo ? toast({ text: t('people.notUndone'), tone: 'bad' }) : undefined;
      // The stored values, because the API sorts categories.
      const stored = await latest().then(valuesOf, () => ({ ...shown, ...to }));
      setDraft(({ typed: now = {} }) => {
        // Keeps the input typed since.
        const left = Object.entries(now).filter(([name, value]) => value !== to[name as keyof Values]);
        return left.length === 0 ? {} : { typed: Object.fromEntries(left), seen: stored };
      });
      const before = Object.fromEntries(namesIn(to).map((name) => [name, from[name]]));
      toast({ text: t('people.saved'), undo: () => save.mutate({ from: stored, to: before, isUndo: true }) });
    },
    onSettled: () => void client.invalidateQueries({ queryKey: ['people'] }),
  });
  // A value that is being saved does not conflict with itself.
  const conflicts = save.isPending ? [] : changed.filter((name) => seen[name] !== shown[name]);
  const write = (name: keyof Values, value: string) =>
    setDraft((now) => ({ seen: now.seen ?? shown, typed: { ...now.typed, [name]: value } }));
  const names = useVocabulary();
  const labelOf = (name: keyof Values) => names.field(name === 'categories' ? 'category_ids' : name);
  const field = (name: keyof Values) => ({
    label: labelOf(name),
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => write(name, target.value),
  });
  const nameIsMissing = values.name.trim() === '' && changed.some((name) => name === 'name' || name === 'biography');
  const original = (name: 'name' | 'biography', text: string | undefined) =>
    person.edits[name] && <Original text={text} onRevert={text ? () => write(name, text) : undefined} />;
  return (
    <section aria-labelledby="profile">
      <h2 id="profile">{t('people.profile')}</h2>
      <form
        className="form person-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (changed.length === 0 || nameIsMissing || save.isPending) return;
          save.mutate({ from: seen, to: Object.fromEntries(changed.map((name) => [name, values[name]])) });
        }}
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
        {save.error && conflicts.length === 0 && <ErrorNotice error={save.error} />}
        {conflicts.length > 0 && (
          <ConflictNotice
            fields={conflicts.map((name) => ({ label: labelOf(name), theirs: shown[name], mine: values[name] }))}
            onKeepMine={() => keep(typed, shown)}
            onTakeTheirs={() =>
              keep(
                Object.fromEntries(Object.entries(typed).filter(([name]) => !conflicts.includes(name as keyof Values))),
                shown,
              )
            }
          />
        )}
        <div className="form-actions">
          {changed.length > 0 && <Button onClick={() => setDraft(() => ({}))}>{t('action.cancel')}</Button>}
          <Button
            kind="primary"
            type="submit"
            icon={Save}
            busy={save.isPending}
            disabled={nameIsMissing || conflicts.length > 0}
            why={changed.length === 0 ? t('people.nothingChanged') : undefined}
          >
            {t('people.save')}
          </Button>
        </div>
      </form>
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
