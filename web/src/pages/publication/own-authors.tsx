import type { Schema } from '../../api/client.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';

/** The names of the institution's own authors: those affiliated with it, and people of the registry. */
export function OwnAuthors({ publication }: { publication: Schema<'DashboardPublication'> }) {
  const t = useText();
  const own = publication.own_authors ?? [];
  if (own.length === 0) return null;
  return (
    <p>
      {t('publication.ownAuthors', { count: own.length })} {joinTexts(own.map(({ name }) => name))}
    </p>
  );
}
