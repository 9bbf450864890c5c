import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useFormat } from '../../../text/format.ts';
import { useText } from '../../../text/text.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { Table } from '../../../ui/table.tsx';
import type { IntakeSearch } from '../search.ts';
import { Deciding } from './deciding.tsx';
import { type Intake, type IntakeClass, intakeRows, rowsPerPage } from './queries.ts';
import { rowName, useRowColumns } from './row-columns.tsx';

interface RowsProps {
  intake: Intake;
  its: IntakeClass;
  outcome: IntakeSearch['outcome'];
}

/** The rows of a class, with the decision about each, and about many at once. */
export function Rows({ intake, its, outcome }: RowsProps) {
  const t = useText();
  // The cursors of the pages before this one: the API tells only the next.
  const [trail, setTrail] = useState<readonly string[]>([]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery(intakeRows(intake.id, { class: its, outcome }, trail.at(-1) ?? ''));
  const columns = useRowColumns(intake, its);
  const total = outcome === undefined ? (intake.counts[its] ?? 0) : undefined;
  return (
    <>
      <Deciding
        intake={intake}
        its={its}
        outcome={outcome}
        indexes={[...selected].map(Number)}
        onDecided={() => setSelected(new Set())}
      />
      <Loaded query={query} rows={5}>
        {({ rows, next_cursor }) =>
          rows.length === 0 && trail.length === 0 ? (
            <p className="fine">{t('import.noneShown')}</p>
          ) : (
            <>
              <div className="import-rows">
                <Table
                  caption={t(`import.class.${its}`)}
                  columns={columns}
                  rows={rows}
                  rowId={({ index }) => String(index)}
                  rowName={rowName}
                  selection={{ ids: selected, onChange: setSelected }}
                  busy={query.isPlaceholderData}
                />
              </div>
              <Pages
                first={trail.length * rowsPerPage + 1}
                shown={rows.length}
                total={total}
                onBefore={trail.length > 0 ? () => setTrail(trail.slice(0, -1)) : undefined}
                onNext={next_cursor != null ? () => setTrail([...trail, next_cursor]) : undefined}
              />
            </>
          )
        }
      </Loaded>
    </>
  );
}

interface PagesProps {
  first: number;
  shown: number;
  /** Unknown with another filter. */
  total: number | undefined;
  onBefore: (() => void) | undefined;
  onNext: (() => void) | undefined;
}

function Pages({ first, shown, total, onBefore, onNext }: PagesProps) {
  const t = useText();
  const { number } = useFormat();
  if (!onBefore && !onNext) return null;
  const to = first + shown - 1;
  return (
    <nav className="pagination" aria-label={t('ui.pagination.label')}>
      <IconButton icon={ChevronLeft} label={t('ui.pagination.previous')} disabled={!onBefore} onClick={onBefore} />
      <span>
        {total === undefined
          ? t('import.intake.range', { from: number(first), to: number(to) })
          : t('ui.pagination.range', { from: number(first), to: number(to), total: number(total) })}
      </span>
      <IconButton icon={ChevronRight} label={t('ui.pagination.next')} disabled={!onNext} onClick={onNext} />
    </nav>
  );
}
