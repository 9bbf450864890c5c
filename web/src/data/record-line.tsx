import { Link } from '@tanstack/react-router';
import { type LocalizedText, useLocalized } from '../text/localized.ts';
import { PersonLine } from './person-line.tsx';

/** Before the ids of works where there are DOIs, too. */
const workMark = 'work:';
const orcidId = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;

interface RecordLineProps {
  id: string;
  /** Of the registry; without one, there may be no page. */
  name: LocalizedText | undefined;
}

/** A publication, person or work by name, which leads to its page; by the id alone without a name. */
export function RecordLine({ id, name }: RecordLineProps) {
  const text = useLocalized()(name) ?? id;
  if (name === undefined) return <code className="break">{id}</code>;
  if (orcidId.test(id)) return <PersonLine orcid={id} name={name} />;
  if (!id.startsWith('10.')) {
    return (
      <Link to="/works/$id" params={{ id: id.replace(workMark, '') }}>
        <bdi>{text}</bdi>
      </Link>
    );
  }
  return (
    <>
      <Link to="/publication/$" params={{ _splat: id }}>
        <bdi>{text}</bdi>
      </Link>{' '}
      <span className="fine break">{id}</span>
    </>
  );
}
