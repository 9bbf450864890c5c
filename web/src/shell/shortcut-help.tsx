import { changePreferences, usePreferences } from '../preferences.ts';
import { useText } from '../text/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { CheckboxField } from '../ui/field.tsx';

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
  const preferences = usePreferences();
  return (
    <Dialog title={t('shell.shortcuts.title')} onClose={onClose}>
      <dl className="shortcut-list">
        {shortcuts.map(([key, text]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{t(`shell.${text}`)}</dd>
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
