import { Check } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../text/text.ts';
import { Button } from './button.tsx';
import { SelectField } from './field.tsx';

/** An author or editor of a list. The index is the position, unless they have one. */
export interface Listed {
  name: string;
  position?: number | undefined;
}

interface Place {
  author_position: number | null;
  editor_position: number | null;
}

interface ChooseAuthorProps {
  authors: readonly Listed[];
  editors: readonly Listed[];
  busy: boolean;
  onChoose: (place: Place) => void;
}

/** Chooses any author or editor of a publication, also one who is no candidate. */
export function ChooseAuthor({ authors, editors, busy, onChoose }: ChooseAuthorProps) {
  const t = useText();
  const [chosen, setChosen] = useState('');
  const optionsOf = (list: readonly Listed[], text: 'isAuthor' | 'isEditor') =>
    list.map(({ name, position: at }, index) => {
      const position = at ?? index;
      return { value: `${text} ${position}`, text: t(`matches.${text}`, { position: position + 1, name }) };
    });
  const options = [...optionsOf(authors, 'isAuthor'), ...optionsOf(editors, 'isEditor')];
  if (options.length === 0) return null;
  const [list, position] = chosen.split(' ');
  const choose = () =>
    onChoose({
      author_position: list === 'isAuthor' ? Number(position) : null,
      editor_position: list === 'isEditor' ? Number(position) : null,
    });
  return (
    <div className="match-choice">
      <SelectField
        label={t('matches.chooseAuthor')}
        value={chosen}
        options={[{ value: '', text: '—' }, ...options]}
        onChoose={setChosen}
      />
      <Button icon={Check} busy={busy} disabled={chosen === ''} onClick={choose}>
        {t('matches.accept')}
      </Button>
    </div>
  );
}
