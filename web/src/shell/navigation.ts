import {
  BookOpen,
  FileInput,
  FolderOpen,
  GraduationCap,
  History,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  type LucideIcon,
  Plug,
  RefreshCw,
  Rocket,
  Users,
  Wrench,
} from 'lucide-react';
import type { TextKey } from '../text/en.ts';

export interface NavigationEntry {
  to:
    | '/'
    | '/publications'
    | '/review'
    | '/import'
    | '/activity'
    | '/installations'
    | '/members'
    | '/api-keys'
    | '/rollout'
    | '/site-tools'
    | '/people'
    | '/projects'
    | '/ingestion';
  /** Where its other pages are, if their addresses do not start with `to`. */
  also?: readonly `/${string}`[];
  text: TextKey;
  icon: LucideIcon;
}

/** The pages of the side navigation and of the command palette, in order. */
export const navigation: readonly NavigationEntry[] = [
  { to: '/', text: 'page.overview', icon: LayoutDashboard },
  { to: '/publications', also: ['/publication'], text: 'page.publications', icon: BookOpen },
  { to: '/review', text: 'page.review', icon: ListChecks },
  { to: '/import', text: 'page.import', icon: FileInput },
  { to: '/people', text: 'page.people', icon: GraduationCap },
  { to: '/projects', also: ['/new-project'], text: 'page.projects', icon: FolderOpen },
  { to: '/ingestion', text: 'page.ingestion', icon: RefreshCw },
  { to: '/activity', text: 'page.activity', icon: History },
  { to: '/installations', text: 'page.installations', icon: Plug },
  { to: '/members', text: 'page.members', icon: Users },
  { to: '/api-keys', text: 'page.apiKeys', icon: KeyRound },
  { to: '/rollout', text: 'page.rollout', icon: Rocket },
  { to: '/site-tools', text: 'page.siteTools', icon: Wrench },
];

/** The entry that a page belongs to; undefined for one that no entry leads to. */
export function entryOf(pathname: string): NavigationEntry | undefined {
  return navigation.find(({ to, also = [] }) =>
    [to, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`)),
  );
}
