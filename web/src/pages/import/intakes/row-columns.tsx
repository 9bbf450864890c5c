import { Link } from '@tanstack/react-router';
import { useAction } from '../../../data/action.ts';
import { useActorName } from '../../../data/actor.ts';
import { useVocabulary } from '../../../data/vocabulary.ts';
import { useFormat } from '../../../text/format.ts';
import { joinTexts } from '../../../text/join-texts.ts';
import { useHasText, useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/field.tsx';
import { Moment } from '../../../ui/moment.tsx';
import type { Column } from '../../../ui/table.tsx';
import { TwoLines } from '../../../ui/two-lines.tsx';
import { factsOf } from '../files/facts-of.ts';
import { Original, Remarks } from '../files/remarks.tsx';
import { Comparison } from './comparison.tsx';
import { decisionsOf, decisionsOfFailed, useDecisionText } from './deciding.tsx';
import { EditedCells } from './edited-cells.tsx';
import { Offers } from './offers.tsx';
import { OutputLink } from './output-link.tsx';
import { type Decision, decide, type Intake, type IntakeClass, type IntakeRow, isDecidable } from './queries.ts';
import { OutcomeBadge } from './state-badge.tsx';

/** A row of a file of references, and one of an edited sheet. */
type FileRow = Extract<IntakeRow, { original: unknown }>;
type EditRow = Extract<IntakeRow, { cells: unknown }>;

const isEdit = (row: IntakeRow): row is EditRow => 'cells' in row;

/** The name of a row for people. */
export const rowName = (row: IntakeRow): string =>
  isEdit(row) ? (row.title ?? row.id) : (row.row?.title ?? row.key ?? String(row.line));

export function useRowColumns(intake: Intake, its: IntakeClass): Column<IntakeRow>[] {
  const t = useText();
  const { number } = useFormat();
  return [
    { id: 'line', header: t('import.column.line'), numeric: true, width: '72px', cell: ({ line }) => number(line) },
    {
      id: 'entry',
      header: t('import.files.entry'),
      isRowHeader: true,
      cell: (row) => (
        <>
          <TwoLines text={rowName(row)} />
          {isEdit(row) ? (
            <code className="break">{row.id}</code>
          ) : (
            row.row && <span className="fine">{factsOf(row.row)}</span>
          )}
        </>
      ),
    },
    {
      id: 'finding',
      header: t('import.intake.finding'),
      cell: (row) =>
        isEdit(row) ? <EditedCells cells={row.cells} /> : <Finding intake={intake} its={its} row={row} />,
    },
    {
      id: 'decision',
      header: t('import.intake.decision'),
      width: '200px',
      cell: (row) => <RowDecision intake={intake} its={its} row={row} />,
    },
  ];
}

/** The finding of the check about an entry. */
function Finding({ intake, its, row }: { intake: Intake; its: IntakeClass; row: FileRow }) {
  const t = useText();
  const { number, percent } = useFormat();
  const { target, deletion, likeness, twice_of, people, groups, faults, notes, original } = row;
  return (
    <>
      <Remarks faults={faults} notes={notes} />
      {target && (
        <p>
          <TargetLink target={target} />
          {likeness != null && (
            <span className="fine"> {t('import.intake.likeness', { percent: percent(likeness / 100) })}</span>
          )}
        </p>
      )}
      {deletion != null && <Deletion at={deletion.at} actor={deletion.actor} />}
      {twice_of != null && <p>{t('import.problem.duplicate', { line: number(twice_of) })}</p>}
      {people.length > 0 && (
        <p className="fine">
          {t('import.intake.people', {
            names: joinTexts(
              people.map(({ name }) => name),
              '; ',
            ),
          })}
        </p>
      )}
      {groups.length > 0 && (
        <p className="fine">
          {joinTexts(
            groups.map(({ text, name }) => (name == null ? t('import.intake.noGroup', { text }) : `${text} → ${name}`)),
            '; ',
          )}
        </p>
      )}
      {its === 'duplicate' && target && row.row && <Comparison row={row.row} target={target} />}
      {(its === 'known' || row.decision === 'same' || row.decision === 'edit') && row.offers.length > 0 && (
        <Offers intake={intake} row={row} />
      )}
      <Original text={original} />
    </>
  );
}

/** When the record was deleted, and by whom, if the registry knows. */
function Deletion({ at, actor }: { at: string; actor: string | null }) {
  const t = useText();
  const actorName = useActorName();
  return (
    <p className="fine" title={actor ?? undefined}>
      {t('import.intake.deleted')} <Moment ms={Date.parse(at)} />
      {actor != null && ` · ${actorName(actor)}`}
    </p>
  );
}

function TargetLink({ target: { kind, id, title } }: { target: { kind: string; id: string; title: string | null } }) {
  if (kind === 'work') {
    return (
      <Link to="/works/$id" params={{ id }}>
        <bdi>{title ?? id}</bdi>
      </Link>
    );
  }
  return (
    <>
      <Link to="/publication/$" params={{ _splat: id }}>
        <bdi>{title ?? id}</bdi>
      </Link>{' '}
      <span className="fine break">{id}</span>
    </>
  );
}

/** The decision about one row, as long as nothing has been done about it; then what was. */
function RowDecision({ intake, its, row }: { intake: Intake; its: IntakeClass; row: IntakeRow }) {
  const t = useText();
  const textOf = useDecisionText();
  const deciding = useAction({ refreshes: ['intakes'] });
  const { index, decision, outcome, message } = row;
  const possible = decisionsOf[its] ?? [];
  const choices: (Decision | 'open')[] = [...possible.filter((each) => each !== 'edit' || decision === 'edit')];
  if (decision === null || !choices.includes(decision)) choices.unshift(decision ?? 'open');
  return (
    <>
      {outcome !== 'waiting' && <OutcomeBadge outcome={outcome} />}
      {message && <Message text={message} code={row.code ?? null} about={row.about ?? null} />}
      {outcome === 'failed' && isDecidable(intake, 'failed') && (
        <div className="toolbar">
          {(decisionsOfFailed[its] ?? [])
            .filter((each) => each !== 'work' || row.code === 'doi_unknown')
            .map((each) => (
              <Button
                key={each}
                busy={deciding.isPending}
                onClick={() => deciding.run(() => decide(intake.id, { indexes: [index], decision: each }))}
              >
                {each === 'apply' ? t('import.decision.again') : textOf(its, each)}
              </Button>
            ))}
        </div>
      )}
      {outcome === 'waiting' && possible.length > 0 && isDecidable(intake, 'waiting') && (
        <SelectField
          label={t('import.decision.of', { name: rowName(row) })}
          hideLabel
          value={decision ?? 'open'}
          options={choices.map((each) => ({
            value: each ?? 'open',
            text: textOf(its, each === 'open' ? null : each),
          }))}
          onChoose={(chosen) =>
            deciding.run(() => decide(intake.id, { indexes: [index], decision: chosen === 'open' ? null : chosen }))
          }
        />
      )}{' '}
      {'output' in row && row.output && <OutputLink output={row.output}>{t('import.intake.output')}</OutputLink>}
    </>
  );
}

/** Why something failed, if it has no code in the English of the API, or a term for why it was left. */
function Message({ text, code, about }: { text: string; code: string | null; about: string | null }) {
  const t = useText();
  const hasText = useHasText();
  const names = useVocabulary();
  const key = [`import.intake.failed.${code}`, `import.intake.left.${text}`].find(hasText);
  const shown = code === 'cell_changed' && about !== null ? names.field(about) : (about ?? '');
  if (key) return <p className="fine break">{t(key, { about: shown })}</p>;
  return (
    <p className="fine break" lang="en">
      {text}
    </p>
  );
}
