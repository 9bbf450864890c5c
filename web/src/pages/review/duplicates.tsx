import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Merge, Split, ThumbsUp, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Schema } from '../../api/client.ts';
import { useVocabulary } from '../../data/vocabulary.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { KeyName } from '../../ui/key-name.tsx';
import { ErrorNotice } from '../../ui/notice.tsx';
import type { OnPage } from '../../ui/pagination.tsx';
import { OwnWords } from '../../ui/word-diff.tsx';
import { useDecisions } from './decisions.ts';
import { type DuplicateDecision, decideDuplicate, duplicateQueue } from './queries.ts';
import { Queue } from './queue.tsx';
import type { ReviewSearch } from './search.ts';

type Duplicate = Schema<'Duplicate'>;
type DuplicateRecord = Schema<'DuplicateRecord'>;

/** Pairs that may be one publication. m merges into the chosen one, n marks them as different. */
export function Duplicates({ search, onPage }: { search: ReviewSearch; onPage: OnPage }) {
  const t = useText();
  const { data, error, refetch, isPlaceholderData } = useQuery(duplicateQueue(search));
  const names = useVocabulary();
  const localized = useLocalized();
  const { percent } = useFormat();
  const { run, isBusy, error: failed } = useDecisions();
  const isWaiting = isBusy || isPlaceholderData;
  const [kept, setKept] = useState<ReadonlyMap<string, string>>(new Map());
  const keepOf = (pair: Duplicate) => kept.get(pair.id) ?? pair.kept ?? suggestedIn(pair) ?? keepable(pair)[0]?.id;
  const undo = (pair: Duplicate) => () => decideDuplicate(pair.id, { decision: 'undo' });
  const decide = (pair: Duplicate, decision: DuplicateDecision) =>
    run(
      () => decideDuplicate(pair.id, decision),
      t(`review.done.${decision.decision}`),
      titleOf(pair, localized),
      decision.decision === 'undo' ? undefined : undo(pair),
    );
  const keptName = (pair: Duplicate) => {
    const record = pair.records.find((each) => each?.id === keepOf(pair));
    return record
      ? joinTexts([names.type(record.publication_type) ?? '', nameIn(pair, record, t)].filter(Boolean), ', ')
      : '';
  };
  const merge = (pair: Duplicate) => {
    const keep = keepOf(pair);
    if (keep !== undefined) decide(pair, { decision: 'merge', keep });
  };
  return (
    <>
      {failed !== undefined && <ErrorNotice error={failed} />}
      <Queue
        label={t('review.queue.duplicates')}
        items={data?.duplicates}
        idOf={({ id }) => id}
        lineOf={(pair) => ({
          name: titleOf(pair, localized),
          about: joinTexts(
            [
              t('review.score', { percent: percent(pair.score / 100) }),
              ...pair.records.map((record) => names.type(record?.publication_type)),
            ].filter((text) => typeof text === 'string'),
            ' · ',
          ),
        })}
        isOpen={(search.duplicates ?? 'open') === 'open'}
        position={data}
        onPage={onPage}
        error={error}
        onRetry={refetch}
        busy={isBusy}
        isBefore={isPlaceholderData}
        keys={(pair) =>
          pair.status === 'open'
            ? { m: () => merge(pair), n: () => decide(pair, { decision: 'different' }) }
            : undefined
        }
      >
        {(pair) => (
          <>
            <Reasons pair={pair} />
            <Comparison pair={pair} keep={keepOf(pair)} onKeep={(id) => setKept(new Map(kept).set(pair.id, id))} />
            <div className="match-actions">
              {pair.status === 'open' && (
                <>
                  {hidesOther(pair, keepOf(pair)) && (
                    <p className="fine">{t('review.keptHidden', { record: keptName(pair) })}</p>
                  )}
                  <Button
                    icon={Merge}
                    busy={isWaiting}
                    why={keepOf(pair) ? undefined : t('review.chooseKept')}
                    onClick={() => merge(pair)}
                  >
                    {t('review.mergeInto', { record: keptName(pair) })}
                    <KeyName name="m" />
                  </Button>
                  <Button icon={Split} busy={isWaiting} onClick={() => decide(pair, { decision: 'different' })}>
                    {t('review.different')}
                    <KeyName name="n" />
                  </Button>
                </>
              )}
              {(pair.status === 'merged' || pair.status === 'different') && (
                <Button icon={Undo2} busy={isWaiting} onClick={() => decide(pair, { decision: 'undo' })}>
                  {t('review.reopen')}
                </Button>
              )}
            </div>
          </>
        )}
      </Queue>
    </>
  );
}

/** Of a publication and a work, only the publication can be kept, because works have no DOI. */
function keepable({ records }: Duplicate): DuplicateRecord[] {
  const live = records.filter((record) => record !== null && !record.deleted_at) as DuplicateRecord[];
  const publications = live.filter(({ kind }) => kind === 'publication');
  return records.some((record) => record?.kind === 'publication') ? publications : live;
}

/** Whether a merge into this record takes the other one from the public, because the kept one is hidden. */
function hidesOther({ records }: Duplicate, keep: string | undefined): boolean {
  const isShown = (record: DuplicateRecord | null) => record !== null && record.visible && !record.deleted_at;
  const kept = records.find((record) => record?.id === keep);
  return kept?.visible === false && records.some((record) => isShown(record));
}

function Reasons({ pair }: { pair: Duplicate }) {
  const t = useText();
  const { percent } = useFormat();
  return (
    <p className="badges">
      <Badge tone="info">{t('review.score', { percent: percent(pair.score / 100) })}</Badge>
      {pair.reasons.map((reason) => (
        <Badge key={reason}>{t(`review.reason.${reason}`)}</Badge>
      ))}
      {pair.status !== 'open' && <Badge tone="warning">{t(`review.status.${pair.status}`)}</Badge>}
    </p>
  );
}

/** The record that the registry suggests to keep, if it can be kept. An older API suggests none. */
const suggestedIn = (pair: Duplicate): string | undefined =>
  keepable(pair).find(({ id }) => id === pair.suggested_keep)?.id;

const titleOf = ({ id, records }: Duplicate, localized: ReturnType<typeof useLocalized>): string =>
  records.map((record) => record && localized(record.title)).find(Boolean) || id;

/** Works have no DOI: two of them are told apart by their sides. */
function nameIn({ records }: Duplicate, record: DuplicateRecord | null | undefined, t: ReturnType<typeof useText>) {
  if (!record) return t('review.gone');
  if (record.kind === 'publication') return record.id;
  if (records.some((each) => each?.kind !== 'work')) return t('review.work');
  return t(record === records[0] ? 'review.firstWork' : 'review.secondWork');
}

interface Words {
  names: ReturnType<typeof useVocabulary>;
  format: ReturnType<typeof useFormat>;
  localized: ReturnType<typeof useLocalized>;
}

const compared = [
  ['title', ({ title }: DuplicateRecord, { localized }: Words) => localized(title)],
  ['subtitle', ({ subtitle }: DuplicateRecord) => subtitle],
  ['authors', ({ authors }: DuplicateRecord) => joinTexts(authors, '; ')],
  [
    'date',
    ({ publication_date }: DuplicateRecord, { format }: Words) =>
      publication_date && format.partialDate(publication_date),
  ],
  ['type', ({ publication_type }: DuplicateRecord, { names }: Words) => names.type(publication_type)],
  ['container', ({ container_title }: DuplicateRecord) => container_title],
  ['publisher', ({ publisher }: DuplicateRecord) => publisher],
  ['source', ({ source }: DuplicateRecord, { names }: Words) => names.source(source)],
  [
    'citations',
    ({ cited_by_count }: DuplicateRecord, { format }: Words) => cited_by_count != null && format.number(cited_by_count),
  ],
  [
    'researchers',
    ({ researchers, researcher_orcids }: DuplicateRecord, { localized }: Words) =>
      // An older API has no names.
      joinTexts(researchers?.map(({ orcid, name }) => localized(name) || orcid) ?? researcher_orcids, '; '),
  ],
  ['edits', ({ edit_count }: DuplicateRecord, { format }: Words) => edit_count > 0 && format.number(edit_count)],
] as const;

/** The properties that are compared word by word. */
const worded: ReadonlySet<string> = new Set(['title', 'subtitle', 'authors', 'container', 'publisher', 'researchers']);
const other = (values: readonly string[], index: number) => values[1 - index] ?? '';

/** Leads to the page of a record. */
function RecordLink({ pair, record }: { pair: Duplicate; record: DuplicateRecord | null }) {
  const name = nameIn(pair, record, useText());
  if (record?.kind === 'publication') {
    return (
      <Link to="/publication/$" params={{ _splat: record.id }}>
        {name}
      </Link>
    );
  }
  if (record?.kind !== 'work') return name;
  return (
    <Link to="/works/$id" params={{ id: record.id }}>
      {name}
    </Link>
  );
}

interface ComparisonProps {
  pair: Duplicate;
  keep: string | undefined;
  onKeep: (id: string) => void;
}

/** Both records side by side, with the differences marked. */
function Comparison({ pair, keep, onKeep }: ComparisonProps) {
  const t = useText();
  const words: Words = { names: useVocabulary(), format: useFormat(), localized: useLocalized() };
  const rows = compared.map(([name, valueIn]) => ({
    name,
    values: pair.records.map((record) => (record && valueIn(record, words)) || ''),
  }));
  const sideClass = (record: DuplicateRecord | null) =>
    record && record.id === suggestedIn(pair) ? 'suggested' : undefined;
  const canKeep = new Set(keepable(pair).map(({ id }) => id));
  return (
    <div className="table-frame">
      <table className="comparison">
        <thead>
          <tr>
            <td />
            {pair.records.map((record, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a deleted record has only its position
              <th key={index} scope="col" className={sideClass(record)}>
                <RecordLink pair={pair} record={record} />
                {record && canKeep.has(record.id) && pair.status === 'open' && (
                  <label className="checkbox">
                    <input
                      type="radio"
                      name={`keep-${pair.id}`}
                      checked={keep === record.id}
                      onChange={() => onKeep(record.id)}
                    />
                    <span>{t('review.keep')}</span>
                  </label>
                )}
                {record && record.id === suggestedIn(pair) && pair.status === 'open' && pair.suggested_keep_reason && (
                  <Badge tone="good" icon={ThumbsUp}>
                    {t(`review.keepReason.${pair.suggested_keep_reason}`)}
                  </Badge>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter(({ values }) => values.some((value) => value !== ''))
            .map(({ name, values }) => {
              const differs = new Set(values).size > 1;
              return (
                <tr key={name} className={differs ? 'differs' : undefined}>
                  <th scope="row">
                    {t(`review.compare.${name}`)}
                    {differs && <span className="fine"> {t('review.differs')}</span>}
                  </th>
                  {values.map((value, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: the two sides have only their positions
                    <td key={index} data-label={nameIn(pair, pair.records[index], t)}>
                      {differs && value !== '' && other(values, index) !== '' && worded.has(name) ? (
                        <OwnWords text={value} other={other(values, index)} />
                      ) : (
                        value
                      )}
                    </td>
                  ))}
                </tr>
              );
            })}
        </tbody>
      </table>
    </div>
  );
}
