import { Link } from '@tanstack/react-router';
import { ChartColumn } from 'lucide-react';
import { useText } from '../text/text.ts';
import type { PublicationSearch } from './publication-filters/search.ts';

/** Leads to a new report of what a list of publications has. */
export function ReportLink({ search: { page: _, perPage, sort, dir, ...search } }: { search: PublicationSearch }) {
  const t = useText();
  return (
    <Link to="/reports/new" search={search} className="button plain">
      <ChartColumn aria-hidden size={16} />
      {t('publications.report')}
    </Link>
  );
}
