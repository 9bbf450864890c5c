import { Link } from '@tanstack/react-router';
import {
  CircleAlert,
  CircleCheck,
  DownloadCloud,
  EyeOff,
  GitMerge,
  type LucideIcon,
  MessageSquareText,
  Pencil,
  Trash2,
  TriangleAlert,
  Undo2,
  Users,
} from 'lucide-react';
import { useActorName } from '../../data/actor.ts';
import type { TextKey } from '../../text/catalog.ts';
import { useFormat } from '../../text/format.ts';
import { useText } from '../../text/text.ts';
import { Moment } from '../../ui/moment.tsx';
import { EventDetails } from './details.tsx';
import type { ActivityEvent, ActivitySearch } from './search.ts';

/** The titles and names by DOI and iD. */
type Names = Readonly<Record<string, string>>;

interface FeedProps {
  events: readonly ActivityEvent[];
  names: Names;
  onFilter: (change: ActivitySearch) => void;
}

/** Events by day. What one ingestion did is one entry, which opens. */
export function Feed({ events, names, onFilter }: FeedProps) {
  const { day } = useFormat();
  return (
    <div className="feed">
      {groupsOf(events, ({ occurred_at }) => day(occurred_at)).map(([name, ofDay]) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <ol>
            {groupsOf(ofDay, jobOrSelf).map(([key, group]) => (
              <li key={key}>
                <Entry events={group} names={names} onFilter={onFilter} />
              </li>
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

const isIngestion = ({ event_type }: ActivityEvent) => event_type.startsWith('ingestion.');

const jobOrSelf = (event: ActivityEvent) => (isIngestion(event) ? (event.resource_id ?? event.id) : event.id);

/** The events with the same key, in the order of their first. */
function groupsOf(
  events: readonly ActivityEvent[],
  keyOf: (event: ActivityEvent) => string,
): [string, [ActivityEvent, ...ActivityEvent[]]][] {
  const groups = new Map<string, [ActivityEvent, ...ActivityEvent[]]>();
  for (const event of events) {
    const group = groups.get(keyOf(event));
    if (group) group.push(event);
    else groups.set(keyOf(event), [event]);
  }
  return [...groups];
}

const icons: [RegExp, LucideIcon][] = [
  [/failed$|failure$/, CircleAlert],
  [/job.completed$/, CircleCheck],
  [/^ingestion/, DownloadCloud],
  [/deleted$|cleared$/, Trash2],
  [/visibility/, EyeOff],
  [/restored$|reinstated$|reopened$|unmerged$/, Undo2],
  [/merged$/, GitMerge],
  [/retracted$/, TriangleAlert],
  [/^proposal/, MessageSquareText],
  [/^workspace/, Users],
];

interface EntryProps extends Omit<FeedProps, 'events'> {
  /** Newest first. Several are those of one ingestion. */
  events: readonly [ActivityEvent, ...ActivityEvent[]];
}

function Entry({ events, names, onFilter }: EntryProps) {
  const t = useText();
  const actorName = useActorName();
  const [latest, ...earlier] = events;
  const { event_type, severity, actor_id, occurred_at } = latest;
  const Icon = icons.find(([pattern]) => pattern.test(event_type))?.[1] ?? Pencil;
  return (
    <article className={`entry ${severity}`}>
      <Icon aria-hidden size={16} />
      <div className="entry-body">
        <p className="entry-line">
          <strong>{t(hidesOrShows(latest) ?? `activity.event.${event_type}`)}</strong>{' '}
          <Subject event={latest} names={names} />
        </p>
        <EventDetails event={latest} />
        {earlier.length > 0 && (
          <details className="event-details">
            <summary>{t('activity.earlier', { count: earlier.length })}</summary>
            <ul className="earlier">
              {earlier.map((event) => (
                <li key={event.id}>
                  {t(`activity.event.${event.event_type}`)}{' '}
                  <span className="fine" lang="en">
                    {event.message}
                  </span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <p className="entry-meta">
        {actor_id ? (
          <button
            type="button"
            className="cell-filter"
            title={t('activity.showOnly', { name: actorName(actor_id) })}
            onClick={() => onFilter({ actor_id })}
          >
            {actorName(actor_id)}
          </button>
        ) : (
          <span>{t('activity.registry')}</span>
        )}
        <Moment ms={occurred_at} />
      </p>
    </article>
  );
}

/** The text for a change of the visibility: hidden or shown. */
function hidesOrShows({ event_type, metadata_json }: ActivityEvent): TextKey | undefined {
  if (event_type !== 'publication.visibility_changed') return undefined;
  if (metadata_json?.includes('"after":false')) return 'activity.event.hidden';
  return metadata_json?.includes('"after":true') ? 'activity.event.shown' : undefined;
}

const orcidId = /\b\d{4}-\d{4}-\d{4}-\d{3}[\dX]\b/;

/** The record that an event is about, by its name and with a link. */
function Subject({ event, names }: { event: ActivityEvent; names: Names }) {
  const { resource_id: id } = event;
  const orcid = orcidId.exec(`${id} ${event.message}`)?.[0];
  if (isIngestion(event) && id) {
    return (
      <Link to="/ingestion/$jobId" params={{ jobId: id }}>
        <bdi>{(orcid && names[orcid]) ?? orcid ?? id}</bdi>
      </Link>
    );
  }
  if (id?.startsWith('10.')) {
    return (
      <Link to="/publication/$" params={{ _splat: id }}>
        <bdi>{names[id] ?? id}</bdi>
      </Link>
    );
  }
  if (orcid) {
    return (
      <Link to="/people/$orcid" params={{ orcid }}>
        <bdi>{names[orcid] ?? orcid}</bdi>
      </Link>
    );
  }
  return id && <bdi>{id}</bdi>;
}
