import { Link } from '@tanstack/react-router';
import { type LocalizedText, useLocalized } from '../text/localized.ts';

/** A person by name, which leads to their page, with the ORCID iD; by the iD alone if they are not in the registry. */
export function PersonLine({ orcid, name }: { orcid: string; name: LocalizedText | undefined }) {
  const localized = useLocalized();
  if (name === undefined) return <code className="break">{orcid}</code>;
  return (
    <>
      <Link to="/people/$orcid" params={{ orcid }}>
        <bdi>{localized(name) ?? orcid}</bdi>
      </Link>{' '}
      <span className="fine nowrap">{orcid}</span>
    </>
  );
}
