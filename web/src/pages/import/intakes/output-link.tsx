import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface OutputLinkProps {
  output: { kind: string | null; id: string };
  children: ReactNode;
}

/** Leads to a publication or a work. Records of other kinds have only their text. */
export function OutputLink({ output: { kind, id }, children }: OutputLinkProps) {
  if (kind === 'work') {
    return (
      <Link to="/works/$id" params={{ id }}>
        {children}
      </Link>
    );
  }
  if (kind !== 'publication') return children;
  return (
    <Link to="/publication/$" params={{ _splat: id }}>
      {children}
    </Link>
  );
}
