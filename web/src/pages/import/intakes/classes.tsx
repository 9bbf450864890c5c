import { getRouteApi, Link } from '@tanstack/react-router';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { SelectField } from '../../../ui/field.tsx';
import { classes, outcomes } from '../search.ts';
import type { Intake, IntakeClass } from './queries.ts';
import { Rows } from './rows.tsx';

const route = getRouteApi('/intakes/$id');

/** The rows by what the check has found, those that need somebody first. */
export function Classes({ intake }: { intake: Intake }) {
  const t = useText();
  const { number } = useFormat();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { counts } = intake;
  // A newer API may have other kinds.
  const known: readonly IntakeClass[] = classes[intake.kind] ?? [];
  const there = known.filter((each) => (counts[each] ?? 0) > 0);
  const shown = search.class ?? there[0];
  // Also the one that is looked at, when no row has it any more.
  const results = outcomes.filter((each) => (intake.outcomes[each] ?? 0) > 0 || each === search.outcome);
  if (shown === undefined) return null;
  return (
    <section className="section" aria-labelledby="classes-title">
      <h2 id="classes-title">{t('import.intake.classes')}</h2>
      <nav className="tabs" aria-label={t('import.intake.classes')}>
        {there.map((each) => (
          <Link
            key={each}
            to="/intakes/$id"
            params={{ id: intake.id }}
            search={{ ...search, class: each }}
            resetScroll={false}
            aria-current={each === shown ? 'page' : undefined}
          >
            {t(`import.class.${each}`)} ({number(counts[each] ?? 0)})
          </Link>
        ))}
      </nav>
      <p className="fine">{t(`import.classHint.${shown}`)}</p>
      {results.length > 1 && (
        <div className="toolbar">
          <SelectField
            label={t('import.intake.outcome')}
            value={search.outcome ?? 'all'}
            options={[
              { value: 'all' as const, text: t('import.filter.all') },
              ...results.map((value) => ({
                value,
                text: `${t(`import.outcome.${value}`)} (${number(intake.outcomes[value] ?? 0)})`,
              })),
            ]}
            onChoose={(outcome) =>
              navigate({
                search: (now) => ({ ...now, outcome: outcome === 'all' ? undefined : outcome }),
                resetScroll: false,
              })
            }
          />
        </div>
      )}
      <Rows key={`${shown} ${search.outcome}`} intake={intake} its={shown} outcome={search.outcome} />
    </section>
  );
}
