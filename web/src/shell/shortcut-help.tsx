import { changePreferences, usePreferences } from '../preferences.ts';
import { useText, useTexts } from '../text/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CheckboxField } from '../ui/field.tsx';
import { shellTexts } from './texts.ts';

const shortcuts = [
  ['/', 'shortcuts.palette'],
  ['?', 'shortcuts.help'],
  ['j', 'shortcuts.next'],
  ['k', 'shortcuts.previous'],
  ['x', 'shortcuts.select'],
  ['e', 'shortcuts.edit'],
  ['h', 'shortcuts.hide'],
  ['Delete', 'shortcuts.delete'],
  ['z', 'shortcuts.undo'],
] as const;

/** The shortcut keys, and the switch that disables single keys. */
export default function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useText();
  const s = useTexts(shellTexts);
  const preferences = usePreferences();
  return (
    <Dialog title={s('shortcuts.title')} onClose={onClose}>
      <dl className="shortcut-list">
        {shortcuts.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{s(text)}</dd>
          </div>
        ))}
      </dl>
      <CheckboxField
        label={t('shortcuts.on')}
        checked={preferences.shortcuts}
        onChange={(event) => changePreferences({ shortcuts: event.target.checked })}
      />
    </Dialog>
  );
}
