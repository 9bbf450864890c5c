import { PickPerson } from '../../data/person-picker.tsx';
import { linkResearcher, unlinkResearcher } from '../../data/publication.ts';
import { useText } from '../../text/text.ts';
import { useToast } from '../../ui/toasts.tsx';
import type { Edits } from './save.ts';

interface LinkResearcherProps {
  id: string;
  /** Those who are linked already. */
  linked: readonly string[];
  edits: Edits;
}

/** Links a person of the registry to a publication, with an undo. */
export function LinkResearcher({ id, linked, edits }: LinkResearcherProps) {
  const t = useText();
  const toast = useToast();
  const unlink = (orcid: string) =>
    edits.attempt(async () => {
      await unlinkResearcher(id, orcid);
      toast({ text: t('publication.unlinked') });
    });
  const link = (orcid: string) =>
    edits.attempt(async () => {
      await linkResearcher(id, orcid);
      toast({ text: t('publication.linked'), undo: () => unlink(orcid) });
    });
  return <PickPerson label={t('picker.link')} except={linked} onPick={link} />;
}
