import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { publicationSearch } from '../../data/publication-filters/search.ts';

interface ListLinkProps {
  list: string;
  query: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Leads to the list that has exactly what a number of a report counts. */
export function ListLink({ list, query, children }: ListLinkProps) {
  const order = { sort: 'publication_date', dir: 'desc' } as const;
  if (list === '/api/works') {
    return (
      <Link to="/works" search={{ ...query, ...order }}>
        {children}
      </Link>
    );
  }
  // The page searches everything unless it is told otherwise, and the API does not.
  const search = publicationSearch({ ...(query.q && { search_in: 'titles_and_authors' }), ...query });
  return (
    <Link to="/publications" search={{ ...search, ...order }}>
      {children}
    </Link>
  );
}
