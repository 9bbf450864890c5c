import { X } from 'lucide-react';
import { useAction } from '../../data/action.ts';
import { useForm } from '../../data/form.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { IconButton } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { Form } from '../../ui/form.tsx';
import { type Group, nameStewards } from './queries.ts';

/** Who looks after a group. Administrators name them; others than these and the stewards see only how many there are. */
export function Stewards({ group, isAdmin }: { group: Group; isAdmin: boolean }) {
  const t = useText();
  const { id, version, steward_count, stewards } = group;
  const about = useLocalized()(group.name) ?? id;
  const action = useAction({ refreshes: ['groups', 'session'], about, showsError: true });
  const { values, text, discard } = useForm({ email: '' }, action);
  const shown = stewards ?? [];
  const set = (wanted: readonly string[], done: string) =>
    action.run(
      () => nameStewards(id, wanted, version),
      (changed) => {
        discard();
        return { text: done, undo: () => nameStewards(id, shown, changed.version) };
      },
    );
  if (steward_count === 0 && !isAdmin) return null;
  return (
    <section className="section" aria-labelledby="stewards-title">
      <h2 id="stewards-title">{t('groups.stewards')}</h2>
      <p className="fine">{t('groups.stewardsHint')}</p>
      {stewards == null ? (
        <p>{t('groups.stewardCount', { count: steward_count })}</p>
      ) : (
        <ul className="people-list">
          {shown.map((email) => (
            <li key={email}>
              <bdi>{email}</bdi>
              {isAdmin && (
                <IconButton
                  icon={X}
                  label={t('groups.removeSteward', { email })}
                  busy={action.isPending}
                  onClick={() =>
                    set(
                      shown.filter((each) => each !== email),
                      t('groups.done.stewardRemoved', { email }),
                    )
                  }
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdmin && (
        <Form
          submit={t('groups.addSteward')}
          kind="plain"
          busy={action.isPending}
          error={action.error}
          onSubmit={() => {
            const email = values.email.trim().toLowerCase();
            return set([...shown, email], t('groups.done.stewardAdded', { email }));
          }}
        >
          <TextField
            type="email"
            label={t('groups.stewardEmail')}
            hint={t('groups.stewardEmailHint')}
            required
            maxLength={254}
            {...text('email')}
          />
        </Form>
      )}
    </section>
  );
}
