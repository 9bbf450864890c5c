import { useAction } from '../../../data/action.ts';
import { useValueInWords } from '../../../data/change-table.tsx';
import { useVocabulary } from '../../../data/vocabulary.ts';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { decide, type Intake, type IntakeRow, isUnderWay, type OfferedField } from './queries.ts';

type FileRow = Extract<IntakeRow, { offers: unknown }>;

/** Fields in which the file differs from the stored record. Nothing is taken unless somebody says so. */
export function Offers({ intake, row }: { intake: Intake; row: FileRow }) {
  const t = useText();
  const { number } = useFormat();
  const names = useVocabulary();
  const inWords = useValueInWords();
  const deciding = useAction({ refreshes: ['intakes'] });
  const { index, offers } = row;
  const taken = row.decision === 'edit' ? (row.fields ?? []) : [];
  const isOff = isUnderWay(intake) || row.outcome !== 'waiting' || deciding.isPending;
  const take = (field: string, isTaken: boolean) => {
    const fields = offers
      .map((each) => each.field as OfferedField)
      .filter((each) => (each === field ? isTaken : taken.includes(each)));
    const without = row.class === 'known' ? ('skip' as const) : ('same' as const);
    deciding.run(() =>
      decide(
        intake.id,
        fields.length > 0 ? { indexes: [index], decision: 'edit', fields } : { indexes: [index], decision: without },
      ),
    );
  };
  return (
    <details>
      <summary>{t('import.intake.offers', { count: offers.length, shown: number(offers.length) })}</summary>
      <table className="change-table">
        <thead>
          <tr>
            <th scope="col">{t('import.intake.take')}</th>
            <th scope="col">{t('ui.change.field')}</th>
            <th scope="col">{t('import.intake.stored')}</th>
            <th scope="col">{t('import.intake.inFile')}</th>
          </tr>
        </thead>
        <tbody>
          {offers.map(({ field, stored, file }) => (
            <tr key={field}>
              <td>
                <label className="checkbox">
                  <input
                    type="checkbox"
                    aria-label={t('import.intake.takeField', { field: names.field(field) })}
                    checked={taken.includes(field)}
                    disabled={isOff}
                    onChange={({ target }) => take(field, target.checked)}
                  />
                </label>
              </td>
              <th scope="row">{names.field(field)}</th>
              <td data-label={t('import.intake.stored')}>
                <span className="changed-value">{inWords(field, stored)}</span>
              </td>
              <td data-label={t('import.intake.inFile')}>
                <span className="changed-value">{inWords(field, file)}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
