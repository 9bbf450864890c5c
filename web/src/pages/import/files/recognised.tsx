import type { EditsReport } from '../../../../../src/formats/editing/read-edits.ts';
import type { Separator } from '../../../../../src/formats/reading/delimited.ts';
import type { FileEncoding } from '../../../../../src/formats/reading/entries/file-text.ts';
import type { FileFormat, ReadingOptions } from '../../../../../src/formats/reading/read-file.ts';
import { useHasText, useText } from '../../../text/text.ts';
import { SelectField } from '../../../ui/field.tsx';
import { type Reading, startReading } from './reading.ts';

// Names alone: the page does not load what reads files.
const formats = Object.keys({
  bibtex: true,
  ris: true,
  'csl-json': true,
  csv: true,
  xlsx: true,
} satisfies Record<FileFormat, true>) as FileFormat[];
const encodings = Object.keys({
  'utf-8': true,
  'utf-16le': true,
  'utf-16be': true,
  'windows-1252': true,
} satisfies Record<FileEncoding, true>) as FileEncoding[];
const separators: Record<Separator, 'comma' | 'semicolon' | 'tab' | 'bar'> = {
  ',': 'comma',
  ';': 'semicolon',
  '\t': 'tab',
  '|': 'bar',
};

/** How a file is read: what was recognised, each of which can be changed. A change reads the file again. */
export function Recognised({ reading }: { reading: Reading }) {
  const t = useText();
  const hasText = useHasText();
  const { file, options, report } = reading;
  const format = options.format ?? report?.format;
  const encoding = options.encoding ?? report?.encoding;
  const separator = options.separator ?? report?.separator;
  const again = (change: ReadingOptions) => startReading(file, { ...options, ...change });
  const profile = `import.profile.${report?.profile}`;
  return (
    <section className="section" aria-labelledby="recognised-title">
      <h2 id="recognised-title">{t('import.files.recognised')}</h2>
      <div className="toolbar">
        <SelectField
          label={t('import.files.format')}
          value={format ?? ''}
          options={[
            ...(format ? [] : [{ value: '' as const, text: t('import.files.unknown') }]),
            ...formats.map((value) => ({ value, text: t(`import.format.${value}`) })),
          ]}
          // Columns and separator mean nothing for another format.
          onChoose={(chosen) => chosen && startReading(file, { format: chosen, encoding: options.encoding })}
        />
        {format !== 'xlsx' && (
          <SelectField
            label={t('import.files.encoding')}
            value={encoding ?? ''}
            options={[
              ...(encoding ? [] : [{ value: '' as const, text: t('import.files.unknown') }]),
              ...encodings.map((value) => ({ value, text: t(`import.encoding.${value}`) })),
            ]}
            onChoose={(chosen) => chosen && again({ encoding: chosen })}
          />
        )}
        {format === 'csv' && separator && (
          <SelectField
            label={t('import.files.separator')}
            value={separator}
            options={(Object.keys(separators) as Separator[]).map((value) => ({
              value,
              text: t(`import.separator.${separators[value]}`),
            }))}
            onChoose={(chosen) => startReading(file, { ...options, separator: chosen, mapping: undefined })}
          />
        )}
        {report?.sheets && report.sheets.length > 1 && (
          <SelectField
            label={t('import.files.sheet')}
            value={report.sheet ?? ''}
            options={report.sheets.map(({ name, isHidden }) => ({
              value: name,
              text: isHidden ? t('import.files.hiddenSheet', { name }) : name,
            }))}
            onChoose={(sheet) => startReading(file, { ...options, sheet, mapping: undefined })}
          />
        )}
      </div>
      {hasText(profile) && <p className="fine">{t(profile)}</p>}
    </section>
  );
}

/** That a file is an edited list of the registry. */
export function RecognisedEdits({ edits: { format, list } }: { edits: EditsReport }) {
  const t = useText();
  return (
    <section className="section" aria-labelledby="recognised-title">
      <h2 id="recognised-title">{t('import.files.recognised')}</h2>
      <p>
        {t('import.edits.recognised', { list: t(`page.${list}`), format: format === 'xlsx-edit' ? 'XLSX' : 'CSV' })}
      </p>
      <p className="fine">{t(format === 'xlsx-edit' ? 'import.edits.xlsxHint' : 'import.edits.csvHint')}</p>
    </section>
  );
}
