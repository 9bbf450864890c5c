import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/text.ts';
import { IconButton } from './button.tsx';

/** Shows another page. `replace` if the current page does not exist, so that Back does not lead to it. */
export type OnPage = (page: number, replace?: boolean) => void;

interface PaginationProps {
  page: number;
  pages: number;
  perPage: number;
  total: number;
  onPage: OnPage;
}

/**
 * The range of items, the total, and links to the previous and next page. Shows the last page instead of one beyond it,
 * for example after the last item of a page was decided.
 */
export function Pagination({ page, pages, perPage, total, onPage }: PaginationProps) {
  const t = useText();
  const { number } = useFormat();
  // A number, because the list may get shorter while its last page loads.
  const pageInstead = pages > 0 && page > pages ? pages : undefined;
  const replacePage = useEffectEvent((next: number) => onPage(next, true));
  useEffect(() => {
    if (pageInstead !== undefined) replacePage(pageInstead);
  }, [pageInstead]);
  const from = Math.min(total, (page - 1) * perPage + 1);
  return (
    <nav className="pagination" aria-label={t('ui.pagination.label')}>
      <IconButton
        icon={ChevronLeft}
        label={t('ui.pagination.previous')}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      />
      <span>
        {t('ui.pagination.range', {
          from: number(from),
          to: number(Math.min(total, page * perPage)),
          total: number(total),
        })}
      </span>
      <IconButton
        icon={ChevronRight}
        label={t('ui.pagination.next')}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
