import { FileUp } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';

/** The names of files that can be read. Others can be chosen, too: a file is known by what is in it. */
const accept = '.bib,.bibtex,.ris,.json,.csv,.tsv,.txt,.xlsx';

interface DropZoneProps {
  onFile: (file: File) => void;
}

/** Takes one file: dropped, or chosen with a button, for the keyboard. */
export function DropZone({ onFile }: DropZoneProps) {
  const t = useText();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [isSeveral, setSeveral] = useState(false);
  const take = (files: FileList | null | undefined) => {
    setOver(false);
    setSeveral((files?.length ?? 0) > 1);
    const file = files?.[0];
    if (file && files.length === 1) onFile(file);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be chosen with the button
    <div
      className={isOver ? 'drop-zone over' : 'drop-zone'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        take(event.dataTransfer.files);
      }}
    >
      <p className="notice-title">{t('import.files.drop')}</p>
      <p className="fine">{t('import.files.dropHint')}</p>
      <Button kind="primary" icon={FileUp} onClick={() => input.current?.click()}>
        {t('import.files.choose')}
      </Button>
      <label htmlFor={id} className="visually-hidden">
        {t('import.files.file')}
      </label>
      <input
        ref={input}
        id={id}
        className="visually-hidden"
        tabIndex={-1}
        type="file"
        accept={accept}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      {isSeveral && (
        <p className="field-issue" role="alert">
          {t('import.files.several')}
        </p>
      )}
    </div>
  );
}
