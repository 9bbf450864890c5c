import { Link } from '@tanstack/react-router';
import { Filter } from 'lucide-react';
import type { ReactNode } from 'react';
import { connection } from '../../api/client.ts';
import { useKeyName } from '../../data/api-keys.ts';
import { useWorkspaceName } from '../../data/workspace-name.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { IconButton } from '../../ui/button.tsx';
import type { AuditRecord } from './search.ts';

/** The fields that name a resource. */
const naming = ['client_name', 'display_name', 'title', 'name'] as const;

/** Returns the name that a record itself has of its resource, as texts and as records of languages have it. */
function useNameIn(): (record: AuditRecord) => string | undefined {
  const localized = useLocalized();
  return ({ before, after }) => {
    for (const fields of [after, before]) {
      for (const field of naming) {
        const value = fields?.[field];
        const name = typeof value === 'string' || (typeof value === 'object' && value) ? localized(value as never) : '';
        if (name) return name;
      }
    }
    return undefined;
  };
}

const orcidId = /^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/;
const anyUuid = /^[\da-f]{8}-[\da-f]{4}-/;
const short = (id: string) =>
  id.length > 20 && !id.includes('@') && !id.startsWith('10.') ? `${id.slice(0, 8)}…` : id;

interface ResourceProps {
  record: AuditRecord;
  /** The records beside it, of which one may have the name. */
  records: readonly AuditRecord[];
  /** The current names by id, as far as the API knows them. */
  names: Readonly<Record<string, string>>;
  onFilter: (resource: string) => void;
}

/** The subject of an audit record, by its name and with a link, and the filter for it. */
export function Resource({ record, records, names, onFilter }: ResourceProps) {
  const t = useText();
  const nameIn = useNameIn();
  const { resource_id: id } = record;
  if (!id) return null;
  const isNamed = id in names;
  const known = isNamed
    ? names[id]
    : records
        .filter((each) => each.resource_id === id)
        .map(nameIn)
        .find(Boolean);
  return (
    <span className="resource">
      <Linked record={record} id={id} known={known} isNamed={isNamed} />
      <IconButton
        icon={Filter}
        label={t('activity.showOnly', { name: known ?? short(id) })}
        onClick={() => onFilter(id)}
      />
    </span>
  );
}

interface LinkedProps {
  record: AuditRecord;
  id: string;
  known: string | undefined;
  /** Whether the API has named it. */
  isNamed: boolean;
}

function Linked({ record, id, known, isNamed }: LinkedProps): ReactNode {
  const t = useText();
  const keyName = useKeyName();
  const workspaceName = useWorkspaceName();
  switch (record.action.split('.')[0]) {
    case 'api_key':
      return <Link to="/api-keys">{known ?? keyName(id) ?? short(id)}</Link>;
    case 'installation':
      // An installation of another workspace can be read there only.
      return isNamed && [undefined, record.workspace_id].includes(connection.workspaceId) ? (
        <Link to="/installations/$id" params={{ id }}>
          <bdi>{known}</bdi>
        </Link>
      ) : (
        <bdi>{known ?? short(id)}</bdi>
      );
    case 'person':
      return orcidId.test(id) ? (
        <Link to="/people/$orcid" params={{ orcid: id }}>
          <bdi>{known ?? id}</bdi>
        </Link>
      ) : (
        <bdi>{id}</bdi>
      );
    case 'project':
      return (
        <Link to="/projects/$id" params={{ id }}>
          <bdi>{known ?? id}</bdi>
        </Link>
      );
    case 'publication':
    case 'author_links':
      return id.startsWith('10.') ? (
        <Link to="/publication/$" params={{ _splat: id }}>
          <bdi>{known ?? id}</bdi>
        </Link>
      ) : (
        <bdi>{id}</bdi>
      );
    case 'job':
      return (
        <Link to="/ingestion/$jobId" params={{ jobId: id }}>
          {t('activity.job', { id: short(id) })}
        </Link>
      );
    case 'rollout':
      return <Link to="/rollout">{t('page.rollout')}</Link>;
    default:
      return <bdi>{anyUuid.test(id) ? short(id) : workspaceName(id)}</bdi>;
  }
}
