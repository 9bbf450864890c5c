import { Check } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../text/text.ts';
import { Button } from './button.tsx';
import { SearchField } from './search-field.tsx';

/** An author or editor of a list. The index is the position, unless they have one. */
export interface Listed {
  name: string;
  position?: number | undefined;
}

interface Place {
  author_position: number | null;
  editor_position: number | null;
  contributor_position?: number | undefined;
}

interface ChooseAuthorProps {
  authors: readonly Listed[];
  editors: readonly Listed[];
  /** People in other roles. */
  contributors: readonly Listed[];
  busy: boolean;
  onChoose: (place: Place) => void;
}

/** Shown at once. Longer lists, as of collaborations, are searched. */
const mostShown = 50;

const fields = {
  isAuthor: 'author_position',
  isEditor: 'editor_position',
  isContributor: 'contributor_position',
} as const;

/** All authors, editors and other contributors of a publication, each of whom can be chosen, also those who are no candidates. */
export function ChooseAuthor({ authors, editors, contributors, busy, onChoose }: ChooseAuthorProps) {
  const t = useText();
  const [sought, setSought] = useState('');
  const placesOf = (list: readonly Listed[], kind: keyof typeof fields) =>
    list.map(({ name, position: at }, index) => {
      const position = at ?? index;
      const place = { author_position: null, editor_position: null };
      return {
        id: `${kind} ${position}`,
        name,
        text: t(`matches.${kind}`, { position: position + 1, name }),
        place: { ...place, [fields[kind]]: position },
      };
    });
  const all = [
    ...placesOf(authors, 'isAuthor'),
    ...placesOf(editors, 'isEditor'),
    ...placesOf(contributors, 'isContributor'),
  ];
  if (all.length === 0) return null;
  const words = sought.trim().toLocaleLowerCase();
  const found = words === '' ? all : all.filter(({ name }) => name.toLocaleLowerCase().includes(words));
  return (
    <details className="match-choice" open={all.length <= mostShown || undefined}>
      <summary>{t('matches.allAuthors', { count: all.length })}</summary>
      {all.length > mostShown && <SearchField label={t('matches.searchAuthors')} value={sought} onSearch={setSought} />}
      <ul>
        {found.slice(0, mostShown).map(({ id, text, place }) => (
          <li key={id}>
            <Button
              kind="quiet"
              icon={Check}
              busy={busy}
              aria-label={`${t('matches.accept')}: ${text}`}
              onClick={() => onChoose(place)}
            >
              {text}
            </Button>
          </li>
        ))}
      </ul>
      {found.length > mostShown && (
        <p className="fine">{t('matches.moreAuthors', { count: found.length - mostShown })}</p>
      )}
      {found.length === 0 && <p className="fine">{t('matches.noSuchAuthor')}</p>}
    </details>
  );
}
