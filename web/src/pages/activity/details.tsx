import { ChangeTable, type FieldChange, useValueInWords } from '../../data/change-table.tsx';
import { useVocabulary } from '../../data/vocabulary.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import type { ActivityEvent, AuditRecord } from './search.ts';

/** The number of fields named in the summary. */
const mostNamed = 3;

/** Ids omitted from the summary, because they mean nothing without a lookup. */
const unnamed: readonly string[] = ['edit', 'request_id'];

/** The details of an event: the changes and numbers of its metadata, short and in full, and its message, in English. */
export function EventDetails({ event }: { event: ActivityEvent }) {
  const t = useText();
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
      {more > 0 && <p className="fine">{t('activity.moreChanges', { count: more })}</p>}
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

/** The fields that an administrator changed, and the id of the request in the logs. */
export function RecordDetails({ record: { before, after, request_id } }: { record: AuditRecord }) {
  const t = useText();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const changes = fields
    .map((field) => ({ field, before: before?.[field] ?? null, after: after?.[field] ?? null }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after));
  return (
    <details className="event-details">
      <summary>{t('activity.fields', { count: changes.length })}</summary>
      {changes.length > 0 && <ChangeTable changes={changes} />}
      <p className="fine">
        {t('activity.request')} <code>{request_id}</code>
      </p>
    </details>
  );
}

interface Details {
  changes: FieldChange[];
  /** The number of changed fields that were not stored, because there were too many. */
  more: number;
  facts: [name: string, value: unknown][];
}

/** Parses the metadata of an event, whose fields depend on its type. Anything but a JSON object is ignored. */
function parseMetadata(json: string | null): Details {
  const metadata = parseObject(json);
  const { changes, more_changes, before, after, abridged, ...facts } = metadata;
  const known = Array.isArray(changes) ? (changes as FieldChange[]) : [];
  // Member events have the role before and after. Cleanup events have only `before`, which is a limit.
  const role = 'after' in metadata ? [{ field: 'role', before, after }] : [];
  const limit = 'before' in metadata && !('after' in metadata) && before != null ? { before } : {};
  return {
    changes: [...known, ...role],
    more: typeof more_changes === 'number' ? more_changes : 0,
    facts: Object.entries({ ...facts, ...limit }).filter(([, value]) => value != null),
  };
}

function parseObject(json: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(json ?? '{}');
    return typeof value === 'object' && value != null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
