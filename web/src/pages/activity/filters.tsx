import { Link } from '@tanstack/react-router';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useActorName } from '../../data/actor.ts';
import { useHasRole } from '../../session/session.ts';
import { useText } from '../../text/text.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/field.tsx';
import { defaultFrom } from './days.ts';
import { activityViews } from './search.ts';

/** Links to people's actions, ingestions, both, and the audit trail of the deployment if the user may read it. */
export function ActivityTabs() {
  const t = useText();
  const mayAudit = useHasRole('superadmin');
  const exact = { exact: true };
  return (
    <nav className="tabs" aria-label={t('activity.lists')}>
      {[undefined, ...activityViews].map((view) => (
        <Link key={view ?? ''} to="/activity" search={{ view }} activeOptions={exact}>
          {t(`activity.view.${view ?? 'people'}`)}
        </Link>
      ))}
      {mayAudit && (
        <Link to="/activity/audit" activeOptions={{ includeSearch: false }}>
          {t('activity.audit')}
        </Link>
      )}
    </nav>
  );
}

interface Range {
  from?: string | undefined;
  to?: string | undefined;
  actor_id?: string | undefined;
  resource_id?: string | undefined;
}

interface RangeFiltersProps {
  search: Range;
  onChange: (change: Range, replace?: boolean) => void;
  children: ReactNode;
}

/** The filters of both lists: the days, the list's own filters, then the actor and resource chosen in a row. */
export function RangeFilters({ search: { from, to, actor_id, resource_id }, onChange, children }: RangeFiltersProps) {
  const t = useText();
  const actorName = useActorName();
  return (
    <div className="toolbar">
      <TextField
        type="date"
        label={t('activity.from')}
        value={from ?? defaultFrom()}
        max={to}
        onChange={(event) => onChange({ from: event.target.value || undefined }, true)}
      />
      <TextField
        type="date"
        label={t('activity.to')}
        value={to ?? ''}
        min={from}
        onChange={(event) => onChange({ to: event.target.value || undefined }, true)}
      />
      {children}
      {actor_id && (
        <Button icon={X} onClick={() => onChange({ actor_id: undefined })}>
          {t('activity.chosenActor', { name: actorName(actor_id) })}
        </Button>
      )}
      {resource_id && (
        <Button icon={X} onClick={() => onChange({ resource_id: undefined })}>
          {t('activity.chosenResource', { name: resource_id })}
        </Button>
      )}
    </div>
  );
}

/** The value of a cell. Choosing it filters the rows by that value. */
export function FilterButton({ value, onChoose }: { value: string; onChoose: () => void }) {
  const t = useText();
  const actorName = useActorName();
  return (
    <button
      type="button"
      className="cell-filter"
      title={t('activity.showOnly', { name: actorName(value) })}
      onClick={onChoose}
    >
      {actorName(value)}
    </button>
  );
}
