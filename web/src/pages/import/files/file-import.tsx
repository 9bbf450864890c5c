import { useQuery } from '@tanstack/react-query';
import { FileX } from 'lucide-react';
import { useDeferredValue, useEffect } from 'react';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { fittingMapping, mappingOf } from './column-mapping.ts';
import { Columns } from './columns.tsx';
import { DropZone } from './drop-zone.tsx';
import { savedMappings } from './mappings.ts';
import { Preview } from './preview.tsx';
import { forgetFile, type Reading, startReading, useReading } from './reading.ts';
import { Recognised, RecognisedEdits } from './recognised.tsx';
import { Refusal } from './refusal.tsx';
import { Options, Sending } from './sending.tsx';
import { forgetUpload, useUpload } from './upload.ts';

const megabyte = 1_000_000;

/** Reads a file of references in this browser, shows what is in it, and sends it once somebody says so. */
export default function FileImport() {
  const reading = useReading();
  const upload = useUpload();
  if (!reading) return <DropZone onFile={(file) => startReading(file)} />;
  const isOnItsWay = upload?.run === reading.run;
  return (
    <>
      <FileHead reading={reading} mayForget={!isOnItsWay} />
      {isOnItsWay ? <Sending reading={reading} upload={upload} /> : <Read reading={reading} />}
    </>
  );
}

function FileHead({ reading, mayForget }: { reading: Reading; mayForget: boolean }) {
  const t = useText();
  const { number } = useFormat();
  const { file } = reading;
  return (
    <div className="toolbar file-head">
      <strong>
        <bdi className="break">{file.name}</bdi>
      </strong>
      <span className="fine">{t('import.files.size', { megabytes: number(sizeOf(file)) })}</span>
      {mayForget && (
        <Button
          icon={FileX}
          onClick={() => {
            forgetFile();
            forgetUpload();
          }}
        >
          {t(reading.phase === 'reading' ? 'import.files.cancel' : 'import.files.another')}
        </Button>
      )}
    </div>
  );
}

/** In megabytes, with one digit behind the point. */
const sizeOf = ({ size }: File) => Math.max(0.1, Math.round((size / megabyte) * 10) / 10);

function Read({ reading: current }: { reading: Reading }) {
  const t = useText();
  useFittingMapping(current);
  // Its contents are much at once: in pieces, between which the page answers.
  const reading = useDeferredValue(current);
  const { phase, report, edits, counts } = reading;
  return (
    <>
      {phase === 'reading' && <Progress reading={reading} />}
      {(phase === 'refused' || phase === 'failed') && <Refusal reading={reading} />}
      {edits ? <RecognisedEdits edits={edits} /> : (report || phase === 'refused') && <Recognised reading={reading} />}
      {report?.columns && <Columns reading={reading} columns={report.columns} />}
      {phase === 'read' && counts && (
        <>
          <Preview reading={reading} counts={counts} />
          {counts.entries > 0 ? <Options reading={reading} /> : <p role="status">{t('import.files.nothingChanged')}</p>}
        </>
      )}
    </>
  );
}

function Progress({ reading: { progress, counts } }: { reading: Reading }) {
  const t = useText();
  const { number } = useFormat();
  const read = counts?.entries ?? 0;
  return (
    <label className="import-progress">
      <span role="status">
        {progress === undefined
          ? t('import.files.reading')
          : t('import.files.readSoFar', { count: read, shown: number(read) })}
      </span>
      <progress max={1} value={progress} />
    </label>
  );
}

/** Files for which a saved mapping was looked for: what somebody chooses instead stays. */
const looked = new WeakSet<File>();

/** Reads a table with the saved mapping that was made of such a file, unless it is of a program that is known. */
function useFittingMapping(reading: Reading): void {
  const { file, options, phase, report } = reading;
  const columns = report?.columns;
  const isOpen = columns !== undefined && report?.profile === 'columns' && options.mapping === undefined;
  const { data: mappings } = useQuery({ ...savedMappings, enabled: isOpen });
  useEffect(() => {
    if (!isOpen || !mappings || phase === 'reading' || looked.has(file)) return;
    looked.add(file);
    const fitting = fittingMapping(mappings, columns);
    if (fitting) startReading(file, { ...options, mapping: mappingOf(fitting) }, fitting.id);
  });
}
