import { useVocabulary } from '../../../data/vocabulary.ts';
import { useHasText, useText } from '../../../text/text.ts';
import { Badge, type Tone } from '../../../ui/badge.tsx';
import type { IntakeRow } from './queries.ts';

type Cell = Extract<IntakeRow, { cells: unknown }>['cells'][number];

const tones: Record<Cell['state'], Tone> = { conflict: 'warning', damaged: 'bad', edit: 'info', same: 'neutral' };
const first = Object.keys(tones);

/** Each changed cell of a row three times: as exported, as it is now, and in the file. Conflicts first. */
export function EditedCells({ cells }: { cells: readonly Cell[] }) {
  const t = useText();
  const hasText = useHasText();
  const names = useVocabulary();
  if (cells.length === 0) return null;
  const sorted = [...cells].sort((one, other) => first.indexOf(one.state) - first.indexOf(other.state));
  const shown = (text: string | null) =>
    text === null ? null : text === '' ? <span className="fine">{t('ui.change.nothing')}</span> : text;
  const reasonOf = (reason: string) => {
    // The faults of a row have those of entries; what a record does not allow is said by the API.
    const key = [`import.damage.${reason}`, `import.entryFault.${reason}`].find(hasText);
    return key ? t(key) : reason.replace(/^invalid: /, '');
  };
  return (
    <table className="change-table">
      <thead>
        <tr>
          <th scope="col">{t('ui.change.field')}</th>
          <th scope="col">{t('import.intake.exported')}</th>
          <th scope="col">{t('import.intake.now')}</th>
          <th scope="col">{t('import.intake.inFile')}</th>
          <th scope="col">{t('import.column.status')}</th>
        </tr>
      </thead>
      <tbody>
        {sorted.map(({ field, from, now, to, state, reason }) => (
          <tr key={field}>
            <th scope="row">{names.field(field)}</th>
            {(
              [
                ['exported', from],
                ['now', now],
                ['inFile', to],
              ] as const
            ).map(([name, text]) => (
              <td key={name} data-label={t(`import.intake.${name}`)} dir="auto">
                <span className="changed-value">{shown(text)}</span>
              </td>
            ))}
            <td>
              <Badge tone={tones[state]}>{t(`import.cell.${state}`)}</Badge>
              {reason && <p className="fine">{reasonOf(reason)}</p>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
