import { BookOpen, FileInput, History, LayoutDashboard, type LucideIcon, RefreshCw, Users } from 'lucide-react';
import type { TextKey } from '../text/en.ts';

export interface NavigationEntry {
  to: '/' | '/publications' | '/people' | '/import' | '/ingestion' | '/activity';
  text: TextKey;
  icon: LucideIcon;
}

/** The pages of the side navigation and of the command palette, in order. */
export const navigation: readonly NavigationEntry[] = [
  { to: '/', text: 'page.overview', icon: LayoutDashboard },
  { to: '/publications', text: 'page.publications', icon: BookOpen },
  { to: '/people', text: 'page.people', icon: Users },
  { to: '/import', text: 'page.import', icon: FileInput },
  { to: '/ingestion', text: 'page.ingestion', icon: RefreshCw },
  { to: '/activity', text: 'page.activity', icon: History },
];
