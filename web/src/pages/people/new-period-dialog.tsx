import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import { useToast } from '../../ui/toasts.tsx';
import { PeriodTable } from './period-table.tsx';
import { periodsAfterStart } from './periods.ts';
import type { Period, Person } from './queries.ts';

/** Starts a period, after showing its effect on the others, because a period cannot be deleted. */
export function NewPeriodDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useText();
  const toast = useToast(useLocalized()(person.name) ?? person.orcid);
  const client = useQueryClient();
  const [status, setStatus] = useState<Period['status']>('primary_entity');
  const [date, setDate] = useState(today);
  const startsAt = startOfDay(date);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (starts_at: number) =>
      answerOf(
        api.PATCH('/api/people/{orcid}/affiliation', {
          params: { path: { orcid: person.orcid } },
          body: { entity_id: 'primary_entity', status, starts_at },
        }),
      ),
    onSuccess: () => {
      toast({ text: t('people.periodStarted') });
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
  const after = startsAt === undefined ? [] : periodsAfterStart(person.affiliations, { status, startsAt });
  const changesNothing = startsAt !== undefined && !after.some(({ change }) => change);
  return (
    <Dialog title={t('people.newPeriod')} onClose={onClose} wide>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (startsAt !== undefined && !changesNothing) mutate(startsAt);
        }}
      >
        <SelectField
          label={t('people.affiliation')}
          value={status}
          options={(['primary_entity', 'external'] as const).map((value) => ({
            value,
            text: t(`people.affiliation.${value}`),
          }))}
          onChoose={setStatus}
        />
        <TextField
          type="date"
          label={t('people.starts')}
          hint={t('people.startsHint')}
          issue={startsAt === undefined ? t('people.noDate') : undefined}
          min="1970-01-02"
          required
          value={date}
          onChange={({ target }) => setDate(target.value)}
        />
        {startsAt !== undefined && (
          <>
            <h3>{t('people.preview')}</h3>
            <PeriodTable periods={after} />
            {changesNothing && <p>{t('people.changesNothing')}</p>}
          </>
        )}
        <p role="note">
          <strong>{t('people.periodWarning')}</strong>
        </p>
        {error && <ErrorNotice error={error} />}
        <div className="form-actions">
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          <Button kind="danger" type="submit" busy={isPending} disabled={startsAt === undefined || changesNothing}>
            {t('people.startPeriod')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

/** Today in the browser's time zone, in the format of a date field. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The start of a day in the browser's time zone; undefined if the API would not accept it. */
function startOfDay(date: string): number | undefined {
  const ms = new Date(`${date}T00:00`).getTime();
  return ms >= 1 ? ms : undefined;
}
