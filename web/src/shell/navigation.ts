import {
  BookOpen,
  ChartColumn,
  FileInput,
  FolderOpen,
  GraduationCap,
  History,
  KeyRound,
  LayoutDashboard,
  ListChecks,
  ListTree,
  type LucideIcon,
  Plug,
  RefreshCw,
  Rocket,
  ScrollText,
  Users,
  Wrench,
} from 'lucide-react';
import type { Waiting } from '../data/waiting.ts';
import type { TextKey } from '../text/catalog.ts';
import type { Section } from './sections.ts';

export interface NavigationEntry {
  to: Section;
  text: TextKey;
  icon: LucideIcon;
  /** The number of tasks that wait for a person on the page, beside its name. */
  count?: (waiting: Waiting) => number;
}

export interface NavigationGroup {
  /** Absent for the first group, which needs no name. */
  text?: TextKey;
  entries: readonly NavigationEntry[];
}

/** The side navigation, in order. */
export const navigationGroups: readonly NavigationGroup[] = [
  {
    entries: [
      { to: '/', text: 'page.overview', icon: LayoutDashboard },
      {
        to: '/review',
        text: 'page.review',
        icon: ListChecks,
        count: ({ matches, duplicates, proposals }) => matches + duplicates + proposals,
      },
    ],
  },
  {
    text: 'frame.group.records',
    entries: [
      { to: '/publications', text: 'page.publications', icon: BookOpen },
      { to: '/works', text: 'page.works', icon: ScrollText },
      { to: '/people', text: 'page.people', icon: GraduationCap },
      { to: '/groups', text: 'page.groups', icon: ListTree },
      { to: '/projects', text: 'page.projects', icon: FolderOpen },
      { to: '/reports', text: 'page.reports', icon: ChartColumn },
    ],
  },
  {
    text: 'frame.group.intake',
    entries: [
      { to: '/import', text: 'page.import', icon: FileInput },
      { to: '/ingestion', text: 'page.ingestion', icon: RefreshCw, count: ({ failedJobs }) => failedJobs },
      { to: '/activity', text: 'page.activity', icon: History },
    ],
  },
  {
    text: 'frame.group.workspace',
    entries: [
      { to: '/installations', text: 'page.installations', icon: Plug },
      { to: '/members', text: 'page.members', icon: Users },
    ],
  },
  {
    text: 'frame.group.deployment',
    entries: [
      { to: '/api-keys', text: 'page.apiKeys', icon: KeyRound },
      { to: '/rollout', text: 'page.rollout', icon: Rocket },
      { to: '/site-tools', text: 'page.siteTools', icon: Wrench },
    ],
  },
];

/** The pages of the side navigation and of the command palette, in order. */
export const navigation: readonly NavigationEntry[] = navigationGroups.flatMap(({ entries }) => entries);
