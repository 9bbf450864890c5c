import { CircleAlert } from 'lucide-react';
import { useText } from '../../../text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { type Reading, startReading } from './reading.ts';

/** Why a file is not read, and what helps. */
export function Refusal({ reading }: { reading: Reading }) {
  const t = useText();
  const { file, options, refusal, failure } = reading;
  const again = (encoding: 'utf-8' | 'windows-1252') => startReading(file, { ...options, encoding });
  const title = refusal ? t(`import.refusal.${refusal.code}`) : t(`import.files.failed.${failure ?? 'fault'}`);
  return (
    <div className="notice error" role="alert">
      <CircleAlert aria-hidden size={20} />
      <div>
        <p className="notice-title">{title}</p>
        {refusal && <p>{t(`import.refusalHint.${refusal.code}`)}</p>}
        {refusal && hasOwnDetail.has(refusal.code) && refusal.detail !== '' && (
          <p>
            <bdi className="break">{refusal.detail}</bdi>
          </p>
        )}
        {refusal?.code === 'encoding' && (
          <Button onClick={() => again('windows-1252')}>{t('import.files.readWindows')}</Button>
        )}
        {refusal?.code === 'mojibake' && <Button onClick={() => again('utf-8')}>{t('import.files.readAnyway')}</Button>}
        {failure === 'fault' && (
          <Button onClick={() => startReading(file, options, reading.mappingId)}>{t('action.retry')}</Button>
        )}
      </div>
    </div>
  );
}

/** Refusals whose detail is text of the file, or of its kind. Others repeat numbers that the text has. */
const hasOwnDetail = new Set([
  'other-registry',
  'open-quote',
  'encoding',
  'mojibake',
  'format-unknown',
  'header-repeated',
  'header-unknown',
]);
