import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { usePeriodText } from '../../data/groups/period.ts';
import { useGroupName } from '../../data/groups/queries.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { type Group, outputCounts } from './queries.ts';
import { StateBadges } from './state-badges.tsx';

/** The head of a group's page: its kind, its place in the tree, and its numbers. */
export function GroupHead({ group }: { group: Group }) {
  const t = useText();
  const periodText = usePeriodText();
  const nameOf = useGroupName();
  const { id, kind, parents, taken_over_by, ror, homepage, external_id, printed_names, visible } = group;
  const period = periodText(group);
  return (
    <>
      <p className="badges">
        {kind && <span>{kind}</span>}
        {period && <span className="fine">{period}</span>}
        <StateBadges group={group} />
        {!visible && <Badge icon={EyeOff}>{t('groups.hidden')}</Badge>}
      </p>
      <Numbers group={group} />
      <dl className="facts">
        {parents.length > 0 && (
          <Fact name={t('groups.field.parents')}>
            <ul className="group-places">
              {parents.map((parent) => (
                <li key={`${parent.id} ${parent.starts_at}`}>
                  <GroupLink id={parent.id} name={nameOf(parent.id)} />
                  <span className="fine">{periodText(parent)}</span>
                </li>
              ))}
            </ul>
          </Fact>
        )}
        {taken_over_by != null && (
          <Fact name={t('groups.takenOverBy')}>
            <GroupLink id={taken_over_by} name={nameOf(taken_over_by)} />
          </Fact>
        )}
        <Fact name={t('groups.id')}>
          <code>{id}</code>
        </Fact>
        {external_id && <Fact name={t('groups.field.external_id')}>{external_id}</Fact>}
        {ror && (
          <Fact name={t('groups.field.ror')}>
            <Outside href={ror} />
          </Fact>
        )}
        {homepage && (
          <Fact name={t('groups.field.homepage')}>
            <Outside href={homepage} />
          </Fact>
        )}
        {printed_names.length > 0 && (
          <Fact name={t('groups.field.printed_names')}>{joinTexts(printed_names, ' · ')}</Fact>
        )}
      </dl>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd dir="auto">{children}</dd>
    </div>
  );
}

export function GroupLink({ id, name }: { id: string; name: string }) {
  return (
    <Link to="/groups/$id" params={{ id }}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function Outside({ href }: { href: string }) {
  if (!/^https?:/.test(href)) return href;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {href} <ExternalLink aria-hidden size={12} />
    </a>
  );
}

/** The members of today and the outputs, each of which leads to its list. */
function Numbers({ group: { id, member_count, waiting_count } }: { group: Group }) {
  const t = useText();
  const { number } = useFormat();
  const { data } = useQuery(outputCounts(id));
  const shown = (count: number | undefined) => (count === undefined ? '–' : number(count));
  return (
    <dl className="numbers group-numbers">
      <div>
        <dt>{t('page.publications')}</dt>
        <dd>
          <Link to="/publications" search={{ group_id: id, sort: 'publication_date', dir: 'desc' }}>
            {shown(data?.publications)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('page.works')}</dt>
        <dd>
          <Link to="/works" search={{ group_id: id, sort: 'publication_date', dir: 'desc' }}>
            {shown(data?.works)}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{t('groups.membersToday')}</dt>
        <dd>
          {number(member_count)}
          {waiting_count > 0 && (
            <span className="fine"> {t('groups.waiting', { count: waiting_count, shown: number(waiting_count) })}</span>
          )}
        </dd>
      </div>
    </dl>
  );
}
