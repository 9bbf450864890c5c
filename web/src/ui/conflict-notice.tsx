import { useText } from '../text/text.ts';
import { Button } from './button.tsx';

interface ConflictNoticeProps {
  /** The conflicting fields, with both values as texts. */
  fields: readonly { label: string; theirs: string; mine: string }[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows both values of fields that somebody else has changed meanwhile, and asks which to keep. */
export function ConflictNotice({ fields, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const t = useText();
  return (
    <div className="notice" role="alert">
      <div>
        <p className="notice-title">{t('ui.conflict.title')}</p>
        {fields.map(({ label, theirs, mine }) => (
          <div key={label}>
            <p>
              <strong>{label}</strong>
            </p>
            <dl className="facts">
              <div>
                <dt>{t('ui.conflict.theirs')}</dt>
                <dd dir="auto">{theirs || t('ui.change.nothing')}</dd>
              </div>
              <div>
                <dt>{t('ui.conflict.mine')}</dt>
                <dd dir="auto">{mine || t('ui.change.nothing')}</dd>
              </div>
            </dl>
          </div>
        ))}
        <div className="page-actions">
          <Button onClick={onTakeTheirs}>{t('ui.conflict.takeTheirs')}</Button>
          <Button onClick={onKeepMine}>{t('ui.conflict.keepMine')}</Button>
        </div>
      </div>
    </div>
  );
}
