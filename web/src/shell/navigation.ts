import { BookOpen, FileInput, History, LayoutDashboard, type LucideIcon } from 'lucide-react';
import type { TextKey } from '../text/en.ts';

export interface NavigationEntry {
  to: '/' | '/publications' | '/import' | '/activity';
  text: TextKey;
  icon: LucideIcon;
}

/** The pages of the side navigation and of the command palette, in order. */
export const navigation: readonly NavigationEntry[] = [
  { to: '/', text: 'page.overview', icon: LayoutDashboard },
  { to: '/publications', text: 'page.publications', icon: BookOpen },
  { to: '/import', text: 'page.import', icon: FileInput },
  { to: '/activity', text: 'page.activity', icon: History },
];
