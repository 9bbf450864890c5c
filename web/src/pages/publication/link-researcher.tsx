import { PickPerson } from '../../data/person-picker.tsx';
import { linkResearcher, unlinkResearcher } from '../../data/publication.ts';
import { useText } from '../../text/text.ts';
import type { Edits } from './save.ts';

interface LinkResearcherProps {
  id: string;
  /** The iDs of people who are linked already. */
  linked: readonly string[];
  edits: Edits;
}

/** Links a person of the registry to a publication, with an undo. */
export function LinkResearcher({ id, linked, edits }: LinkResearcherProps) {
  const t = useText();
  const link = (orcid: string) =>
    edits.run(
      () => linkResearcher(id, orcid),
      () => ({ text: t('publication.linked'), undo: () => unlinkResearcher(id, orcid) }),
    );
  return <PickPerson label={t('picker.link')} except={linked} onPick={link} />;
}
