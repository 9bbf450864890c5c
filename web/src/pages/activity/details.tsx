import { ChangeTable, type FieldChange, useValueInWords } from '../../data/change-table.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useTexts } from '../../text/text.ts';
import type { ActivityEvent, AuditRecord } from './search.ts';
import { texts } from './texts.ts';

/** How many fields are named before the details are opened. */
const mostNamed = 3;

/** Ids that say nothing before somebody looks for them. */
const unnamed: readonly string[] = ['edit', 'request_id'];

/** What an event says: the changes and numbers of its metadata, in short and in full, and its message, which is English. */
export function EventDetails({ event }: { event: ActivityEvent }) {
  const a = useTexts(texts);
  const names = useVocabulary();
  const inWords = useValueInWords();
  const { changes, more, facts } = parseMetadata(event.metadata_json);
  const message = <span lang="en">{event.message}</span>;
  if (changes.length === 0 && facts.length === 0) return message;
  const named = [
    ...changes.map(({ field, after }) =>
      typeof after === 'boolean' ? `${names.field(field)}: ${inWords(field, after)}` : names.field(field),
    ),
    ...facts
      .filter(([name, value]) => value !== 0 && !unnamed.includes(name))
      .map(([name, value]) => `${names.field(name)}: ${inWords(name, value)}`),
  ];
  return (
    <details className="event-details">
      <summary>
        {named.length === 0 ? message : joinTexts(named.slice(0, mostNamed)) + (named.length > mostNamed ? ' …' : '')}
      </summary>
      {named.length > 0 && <p className="fine">{message}</p>}
      {changes.length > 0 && <ChangeTable changes={changes} />}
      {more > 0 && <p className="fine">{a('moreChanges', { count: more })}</p>}
      {facts.length > 0 && (
        <dl className="facts">
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{names.field(name)}</dt>
              <dd>{inWords(name, value)}</dd>
            </div>
          ))}
        </dl>
      )}
    </details>
  );
}

/** The fields that an administrator changed, and the id under which the log has the request. */
export function RecordDetails({ record: { before, after, request_id } }: { record: AuditRecord }) {
  const a = useTexts(texts);
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = fields
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
  return (
    <details className="event-details">
      <summary>{a('fields', { count: changes.length })}</summary>
      {changes.length > 0 && <ChangeTable changes={changes} />}
      <p className="fine">
        {a('request')} <code>{request_id}</code>
      </p>
    </details>
  );
}

interface Details {
  changes: FieldChange[];
  /** How many changed fields were too many to keep. */
  more: number;
  facts: [name: string, value: unknown][];
}

/** Reads the metadata of an event; its fields depend on the type of the event. What is no JSON object says nothing. */
function parseMetadata(json: string | null): Details {
  const metadata = parseObject(json);
  const { changes, more_changes, before, after, abridged, ...others } = metadata;
  const known = Array.isArray(changes) ? (changes as FieldChange[]) : [];
  // Events of members have the role before and after; those of a cleanup have `before` alone, as a limit.
  const role = 'after' in metadata ? [{ field: 'role', before, after }] : [];
  const limit = 'before' in metadata && !('after' in metadata) && before !== null ? { before } : {};
  return {
    changes: [...known, ...role],
    more: typeof more_changes === 'number' ? more_changes : 0,
    facts: Object.entries({ ...others, ...limit }).filter(([, value]) => value !== null),
  };
}

function parseObject(json: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
