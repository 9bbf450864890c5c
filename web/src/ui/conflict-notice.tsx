import { useTexts } from '../text/text.ts';
import { Button } from './button.tsx';
import { uiTexts } from './texts.ts';

interface ConflictNoticeProps {
  /** The conflicting fields, with both values as texts. */
  fields: readonly { label: string; theirs: string; mine: string }[];
  onKeepMine: () => void;
  onTakeTheirs: () => void;
}

/** Shows both values of fields that somebody else has changed meanwhile, and asks which to keep. */
export function ConflictNotice({ fields, onKeepMine, onTakeTheirs }: ConflictNoticeProps) {
  const u = useTexts(uiTexts);
  return (
    <div className="notice" role="alert">
      <div>
        <p className="notice-title">{u('conflict.title')}</p>
        {fields.map(({ label, theirs, mine }) => (
          <div key={label}>
            <p>
              <strong>{label}</strong>
            </p>
            <dl className="facts">
              <div>
                <dt>{u('conflict.theirs')}</dt>
                <dd dir="auto">{theirs || u('change.nothing')}</dd>
              </div>
              <div>
                <dt>{u('conflict.mine')}</dt>
                <dd dir="auto">{mine || u('change.nothing')}</dd>
              </div>
            </dl>
          </div>
        ))}
        <div className="page-actions">
          <Button onClick={onTakeTheirs}>{u('conflict.takeTheirs')}</Button>
          <Button onClick={onKeepMine}>{u('conflict.keepMine')}</Button>
        </div>
      </div>
    </div>
  );
}
