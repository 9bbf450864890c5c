import { answerOf, api } from '../../api/client.ts';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectField, TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { PeriodTable } from './period-table.tsx';
import { periodsAfterStart } from './periods.ts';
import type { Period, Person } from './queries.ts';

/** Starts a period, after showing its effect on the others, because a period cannot be deleted. */
export function NewPeriodDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const t = useText();
  const about = useLocalized()(person.name) ?? person.orcid;
  const action = useAction({ refreshes: ['people'], about, showsError: true });
  const { values, text, choice, discard } = useForm<{ status: Period['status']; starts_at: string }>(
    { status: 'primary_entity', starts_at: today() },
    { ...action, draft: `new-period.${person.orcid}` },
  );
  const end = () => {
    discard();
    onClose();
  };
  const { status } = values;
  const startsAt = startOfDay(values.starts_at);
  const start = (starts_at: number) =>
    action.run(
      () =>
        answerOf(
          api.PATCH('/api/people/{orcid}/affiliation', {
            params: { path: { orcid: person.orcid } },
            body: { entity_id: 'primary_entity', status, starts_at },
          }),
        ),
      () => {
        end();
        return t('people.periodStarted');
      },
    );
  const after = startsAt === undefined ? [] : periodsAfterStart(person.affiliations, { status, startsAt });
  const changesNothing = startsAt !== undefined && !after.some(({ change }) => change);
  return (
    <Dialog title={t('people.newPeriod')} onClose={onClose} wide>
      <Form
        submit={t('people.startPeriod')}
        kind="danger"
        busy={action.isPending}
        error={action.error}
        why={startsAt === undefined ? t('people.noDate') : changesNothing ? t('people.changesNothing') : undefined}
        onSubmit={() => startsAt !== undefined && start(startsAt)}
        onCancel={end}
      >
        <SelectField
          label={t('people.affiliation')}
          options={(['primary_entity', 'external'] as const).map((value) => ({
            value,
            text: t(`people.affiliation.${value}`),
          }))}
          {...choice('status')}
        />
        <TextField
          type="date"
          label={t('people.starts')}
          hint={t('people.startsHint')}
          min="1970-01-02"
          required
          {...text('starts_at')}
        />
        {startsAt !== undefined && (
          <>
            <h3>{t('people.preview')}</h3>
            <PeriodTable periods={after} />
          </>
        )}
        <p role="note">
          <strong>{t('people.periodWarning')}</strong>
        </p>
      </Form>
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
