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
import type { TextKey } from '../text/catalog.ts';
import type { Section } from './sections.ts';

export interface NavigationEntry {
  to: Section;
  text: TextKey;
  icon: LucideIcon;
}

/** The pages of the side navigation and of the command palette, in order. */
export const navigation: readonly NavigationEntry[] = [
  { to: '/', text: 'page.overview', icon: LayoutDashboard },
  { to: '/publications', text: 'page.publications', icon: BookOpen },
  { to: '/review', text: 'page.review', icon: ListChecks },
  { to: '/import', text: 'page.import', icon: FileInput },
  { to: '/people', text: 'page.people', icon: GraduationCap },
  { to: '/projects', text: 'page.projects', icon: FolderOpen },
  { to: '/ingestion', text: 'page.ingestion', icon: RefreshCw },
  { to: '/activity', text: 'page.activity', icon: History },
  { to: '/installations', text: 'page.installations', icon: Plug },
  { to: '/members', text: 'page.members', icon: Users },
  { to: '/api-keys', text: 'page.apiKeys', icon: KeyRound },
  { to: '/rollout', text: 'page.rollout', icon: Rocket },
  { to: '/site-tools', text: 'page.siteTools', icon: Wrench },
];
