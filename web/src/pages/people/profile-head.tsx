import { Link } from '@tanstack/react-router';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { JobCounts, JobStatus } from '../../data/ingestion/job-status.tsx';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Moment } from '../../ui/moment.tsx';
import type { Person } from './queries.ts';

/** Who a person is, as websites show it, and how many publications there are, each number with its list. */
export function ProfileHead({ person }: { person: Person }) {
  const t = useText();
  const { day } = useFormat();
  const { orcid, affiliation, people_type, category_ids, biography, last_ingestion: last } = person;
  const about = [people_type, ...category_ids].filter((text): text is string => Boolean(text));
  return (
    <div className="profile-head">
      <Photo key={person.photo_url} person={person} />
      <div className="profile-facts">
        <p>
          <a href={`https://orcid.org/${orcid}`} target="_blank" rel="noreferrer">
            {orcid}
            <ExternalLink aria-hidden size={12} />
          </a>
        </p>
        <p>
          {affiliation
            ? t('people.affiliatedSince', {
                affiliation: t(`people.affiliation.${affiliation.status}`),
                day: day(affiliation.starts_at),
              })
            : t('people.noPeriods')}
          {about.length > 0 && ` · ${joinTexts(about)}`}
        </p>
        {biography && (
          <p className="biography" dir="auto">
            {biography}
          </p>
        )}
        <p className="fine">
          {t('people.fetched')}{' '}
          {person.last_fetched_at == null ? t('people.never') : <Moment ms={person.last_fetched_at} />}
          {last && (
            <>
              {' · '}
              <Link to="/ingestion/$jobId" params={{ jobId: last.job_id }}>
                <JobStatus status={last.status} />
              </Link>{' '}
              <JobCounts counts={last.counts} />
            </>
          )}
        </p>
        {last?.error_message && <p className="fine">{last.error_message}</p>}
      </div>
      <Numbers person={person} />
    </div>
  );
}

const lists = {
  visible: { visibility: 'visible' },
  hidden: { visibility: 'hidden' },
  deleted: { status: 'deleted' },
  needs_attention: { match_state: 'needs_attention' },
} as const;

function Numbers({ person: { orcid, publication_counts: counts } }: { person: Person }) {
  const t = useText();
  const { number } = useFormat();
  return (
    <dl className="profile-numbers">
      {(Object.keys(lists) as (keyof typeof lists)[]).map((name) => (
        <div key={name}>
          <dt>{t(`people.counts.${name}`)}</dt>
          <dd className={counts[name] === 0 ? 'none' : undefined}>
            <Link to="/publications" search={{ orcid_id: orcid, ...lists[name] }}>
              {number(counts[name])}
            </Link>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The photo; initials if there is none or it cannot be loaded. */
function Photo({ person: { photo_url, name } }: { person: Person }) {
  const localized = useLocalized();
  const [isBroken, setBroken] = useState(false);
  if (photo_url && !isBroken) {
    return (
      <img
        className="photo"
        src={photo_url}
        alt=""
        width={96}
        height={96}
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <span aria-hidden className="photo initials">
      {initialsOf(localized(name) ?? '')}
    </span>
  );
}

/** The first letters of the first and the last word of a name. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}
