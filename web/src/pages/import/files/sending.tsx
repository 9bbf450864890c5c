import { useBlocker, useNavigate } from '@tanstack/react-router';
import { ArrowRight, Plus, RotateCw, Send, Square } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { GroupField } from '../../../data/groups/picker.tsx';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { CheckboxField } from '../../../ui/field.tsx';
import { ErrorNotice } from '../../../ui/notice.tsx';
import { forgetFile, type Reading } from './reading.ts';
import { forgetUpload, type IntakeOptions, sendEntries, stopSending, type Upload } from './upload.ts';

/** The choices about the entries, and the button that sends them. */
export function Options({ reading }: { reading: Reading }) {
  const t = useText();
  const { number } = useFormat();
  const [options, setOptions] = useState<IntakeOptions>({ link_names: false, group_id: null, fetch: true });
  const total = reading.counts?.entries ?? 0;
  return (
    <section className="section" aria-labelledby="options-title">
      <h2 id="options-title">{t(reading.edits ? 'import.edits.options' : 'import.files.options')}</h2>
      <form
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          sendEntries(reading, options);
        }}
      >
        {!reading.edits && <Choices options={options} onChange={setOptions} />}
        <div className="toolbar">
          <Button kind="primary" type="submit" icon={Send}>
            {t('import.files.send', { count: total, shown: number(total) })}
          </Button>
          <span className="fine">{t('import.files.sendHint')}</span>
        </div>
      </form>
    </section>
  );
}

interface ChoicesProps {
  options: IntakeOptions;
  onChange: (options: IntakeOptions) => void;
}

/** The options of a file of references. */
function Choices({ options, onChange }: ChoicesProps) {
  const t = useText();
  return (
    <>
      <CheckboxField
        label={t('import.files.fetch')}
        checked={options.fetch}
        onChange={({ target }) => onChange({ ...options, fetch: target.checked })}
      />
      <CheckboxField
        label={t('import.files.linkNames')}
        checked={options.link_names}
        onChange={({ target }) => onChange({ ...options, link_names: target.checked })}
      />
      <p className="fine">{t('import.files.linkNamesHint')}</p>
      <GroupField
        label={t('import.files.group')}
        id={options.group_id}
        onChange={(group_id) => onChange({ ...options, group_id })}
      />
    </>
  );
}

/** How much of the file has arrived. When all has, leads to the intake. */
export function Sending({ reading, upload }: { reading: Reading; upload: Upload }) {
  const t = useText();
  const { number } = useFormat();
  const navigate = useNavigate();
  const { state, sent, total, id, error } = upload;
  // Closing the tab ends it; another page of the dashboard does not.
  useBlocker({ shouldBlockFn: () => false, enableBeforeUnload: true, disabled: state !== 'sending' });
  const wasSending = useRef(false);
  const open = () => {
    if (id === undefined) return;
    forgetFile();
    forgetUpload();
    navigate({ to: '/intakes/$id', params: { id } });
  };
  useEffect(() => {
    if (state === 'sending') wasSending.current = true;
    else if (state === 'done' && wasSending.current) open();
  });
  return (
    <section className="section" aria-live="polite">
      {state === 'done' ? (
        <p>{t('import.files.arrived')}</p>
      ) : (
        <label className="import-progress">
          <span>{t('import.files.sent', { done: number(sent), total: number(total) })}</span>
          <progress max={total} value={sent} />
        </label>
      )}
      {error !== undefined && <ErrorNotice error={error} />}
      <div className="toolbar">
        {state === 'sending' && (
          <Button icon={Square} onClick={stopSending}>
            {t('import.stop')}
          </Button>
        )}
        {state === 'stopped' && (
          <Button kind="primary" icon={RotateCw} onClick={() => sendEntries(reading, upload.options)}>
            {t('import.files.goOn')}
          </Button>
        )}
        {state === 'done' && (
          <Button kind="primary" icon={ArrowRight} onClick={open}>
            {t('import.files.open')}
          </Button>
        )}
        {state !== 'sending' && (
          <Button
            icon={Plus}
            onClick={() => {
              forgetFile();
              forgetUpload();
            }}
          >
            {t('import.files.another')}
          </Button>
        )}
      </div>
    </section>
  );
}
