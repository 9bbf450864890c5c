import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../text/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useOpenPages } from './role-guard.tsx';

/** Opens a page by part of its name: Ctrl-K. Arrow keys choose, Enter opens. */
export default function CommandPalette({ onClose }: { onClose: () => void }) {
  const t = useText();
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const pages = useOpenPages();
  const wanted = typed.trim().toLocaleLowerCase();
  const found = pages.filter(({ text }) => t(text).toLocaleLowerCase().includes(wanted));
  const index = Math.min(chosen, found.length - 1);
  const go = (entry = found[index]) => {
    if (!entry) return;
    onClose();
    navigate({ to: entry.to });
  };
  return (
    <Dialog title={t('shell.palette.title')} onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-results"
        aria-activedescendant={found[index] ? `palette-${found[index].to}` : undefined}
        aria-label={t('shell.palette.search')}
        placeholder={t('shell.palette.search')}
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value);
          setChosen(0);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') go();
          else if (event.key === 'ArrowDown') setChosen(Math.min(index + 1, found.length - 1));
          else if (event.key === 'ArrowUp') setChosen(Math.max(index - 1, 0));
          else return;
          event.preventDefault();
        }}
      />
      <div id="palette-results" role="listbox" aria-label={t('shell.palette.results')} className="palette-results">
        {found.map((entry, position) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
          <div
            key={entry.to}
            id={`palette-${entry.to}`}
            role="option"
            tabIndex={-1}
            aria-selected={position === index}
            onClick={() => go(entry)}
          >
            <entry.icon aria-hidden size={16} />
            {t(entry.text)}
          </div>
        ))}
      </div>
      <p role="status" className="fine">
        {found.length === 0 && t('shell.palette.none')}
      </p>
    </Dialog>
  );
}
