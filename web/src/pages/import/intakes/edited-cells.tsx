import { useVocabulary } from '../../../data/vocabulary.ts';
import { useHasText, useText } from '../../../text/text.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import type { IntakeRow } from './queries.ts';

type Cell = Extract<IntakeRow, { cells: unknown }>['cells'][number];

const tones: Record<Cell['state'], Tone> = { conflict: 'warning', damaged: 'bad', edit: 'info', same: 'neutral' };
const first = Object.keys(tones);

/** The fields whose cells are yes or no, which files have in English. */
const yesOrNo: ReadonlySet<string> = new Set(['visible', 'is_retracted']);
const truths: Readonly<Record<string, string>> = { yes: 'true', no: 'false' };

/** Each changed cell of a row three times: as exported, as it is now, and in the file. Conflicts first. */
export function EditedCells({ cells }: { cells: readonly Cell[] }) {
  const t = useText();
  const hasText = useHasText();
  const names = useVocabulary();
  if (cells.length === 0) return null;
  const sorted = [...cells].sort((one, other) => first.indexOf(one.state) - first.indexOf(other.state));
  const shown = (field: string, text: string | null) => {
    if (text === '') return <span className="fine">{t('ui.change.nothing')}</span>;
    const truth = text !== null && yesOrNo.has(field) ? truths[text] : undefined;
    return truth === undefined ? text : names.boolean(truth);
  };
  const reasonOf = (reason: string) => {
    // The faults of a row have those of entries; what a record does not allow is said by the API.
    const key = [`import.damage.${reason}`, `import.entryFault.${reason}`].find(hasText);
    return key ? t(key) : reason.replace(/^invalid: /, '');
  };
  return sorted.map(({ field, from, now, to, state, reason }) => (
    <div key={field} className="edited-cell">
      <p>
        <strong>{names.field(field)}</strong> <Badge tone={tones[state]}>{t(`import.cell.${state}`)}</Badge>
        {reason && <span className="fine"> {reasonOf(reason)}</span>}
      </p>
      <dl>
        {(
          [
            ['exported', from],
            ['now', now],
            ['inFile', to],
          ] as const
        )
          .filter(([, text]) => text !== null)
          .map(([name, text]) => (
            <div key={name}>
              <dt>{t(`import.intake.${name}`)}</dt>
              <dd dir="auto">
                <span className="changed-value">{shown(field, text)}</span>
              </dd>
            </div>
          ))}
      </dl>
    </div>
  ));
}
