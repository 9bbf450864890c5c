import { Undo2 } from 'lucide-react';
import type { Schema } from '../../api/client.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';

interface NotAuthorsProps {
  people: readonly Schema<'NotAnAuthor'>[];
  busy: boolean;
  onUndo: ((person: Schema<'NotAnAuthor'>) => void) | undefined;
}

/** The people who are no authors, as curators have said, each with its undo. */
export function NotAuthors({ people, busy, onUndo }: NotAuthorsProps) {
  const t = useText();
  if (people.length === 0) return null;
  return (
    <>
      <h3>{t('matches.notAuthors')}</h3>
      <ul className="matches">
        {people.map((person) => (
          <li key={person.orcid} className="match-head">
            {person.name != null && <strong dir="auto">{person.name}</strong>}
            <a href={`https://orcid.org/${person.orcid}`} target="_blank" rel="noreferrer">
              {person.orcid}
            </a>
            {onUndo && (
              <Button icon={Undo2} busy={busy} onClick={() => onUndo(person)}>
                {t('matches.undo')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
