import { useEffect, useEffectEvent, useState } from 'react';
import { useText } from '../text/text.ts';
import { Dialog } from '../ui/dialog.tsx';
import { useFound } from './found.ts';

export interface CommandPaletteProps {
  typed: string;
  onType: (typed: string) => void;
  /** Called when the field has the focus, and so the keys. */
  onReady: () => void;
  onClose: () => void;
}

/** Finds records and pages: Ctrl-K or `/`. Arrow keys choose, Enter opens. */
export default function CommandPalette({ typed, onType, onReady, onClose }: CommandPaletteProps) {
  const t = useText();
  const [chosen, setChosen] = useState(0);
  // Enter was pressed before the answer: it opens what is found then, not what was found for fewer letters.
  const [isEntered, setEntered] = useState(false);
  const { groups, status, isOutdated } = useFound(typed.trim());
  const entries = groups.flatMap((group) => group.entries);
  const index = Math.min(chosen, entries.length - 1);
  const active = entries[index];
  const go = (entry = active) => {
    if (!entry) return;
    onClose();
    entry.open();
  };
  const openFound = useEffectEvent(() => {
    setEntered(false);
    go();
  });
  useEffect(() => {
    if (isEntered && !isOutdated) openFound();
  }, [isEntered, isOutdated]);
  useEffect(() => {
    if (active) document.getElementById(`palette-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <Dialog title={t('shell.palette.title')} onClose={onClose}>
      <input
        autoFocus
        role="combobox"
        dir="auto"
        aria-expanded="true"
        aria-controls="palette-results"
        aria-activedescendant={active && `palette-${active.id}`}
        aria-label={t('shell.palette.search')}
        placeholder={t('shell.palette.placeholder')}
        maxLength={500}
        value={typed}
        onFocus={onReady}
        onChange={(event) => {
          onType(event.target.value);
          setChosen(0);
          setEntered(false);
        }}
        onKeyDown={(event) => {
          // Enter also ends the composition of a character.
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') isOutdated && chosen === 0 ? setEntered(true) : go();
          else if (event.key === 'ArrowDown') setChosen(Math.min(index + 1, entries.length - 1));
          else if (event.key === 'ArrowUp') setChosen(Math.max(index - 1, 0));
          else return;
          event.preventDefault();
        }}
      />
      <div id="palette-results" role="listbox" aria-label={t('shell.palette.results')} className="palette-results">
        {groups.map(({ title, entries: members }) => (
          // biome-ignore lint/a11y/useSemanticElements: groups of options in a listbox
          <div key={title} role="group" aria-label={title}>
            <p aria-hidden className="fine">
              {title}
            </p>
            {members.map((entry) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field above handles the keys
              <div
                key={entry.id}
                id={`palette-${entry.id}`}
                role="option"
                tabIndex={-1}
                aria-selected={entry === active}
                onClick={() => go(entry)}
              >
                <entry.icon aria-hidden size={16} />
                <span className="palette-entry">
                  <bdi>{entry.text}</bdi>
                  {entry.detail && <bdi className="fine">{entry.detail}</bdi>}
                </span>
              </div>
            ))}
          </div>
        ))}
      </div>
      <p role="status" className="fine">
        {status}
      </p>
    </Dialog>
  );
}
