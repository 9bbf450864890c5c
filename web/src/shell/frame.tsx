import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import {
  Building2,
  CircleUserRound,
  History,
  Keyboard,
  LogOut,
  Moon,
  Search,
  Settings,
  Sun,
  SunMoon,
} from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { connection } from '../api/client.ts';
import { useWorkspaceName } from '../data/workspace-name.ts';
import { changePreferences, type Theme, usePreferences } from '../preferences.ts';
import { changeWorkspace, type Session, signOut, useSession } from '../session/session.ts';
import { useText } from '../text/text.ts';
import { IconButton } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Menu } from '../ui/menu.tsx';
import { ErrorNotice } from '../ui/notice.tsx';
import { useShortcuts } from '../ui/shortcuts.ts';
import { useRecentChanges, useToast } from '../ui/toasts.tsx';
import type { CommandPaletteProps } from './command-palette.tsx';
import { useEarlyKeys } from './early-keys.ts';
import { RoleGuard } from './role-guard.tsx';
import { SideNavigation } from './side-navigation.tsx';
import type { UpkeepProps } from './upkeep.tsx';

interface Closable {
  onClose: () => void;
}

// Loaded without delaying any page.
const Upkeep = later<UpkeepProps>(() => import('./upkeep.tsx'));
const CommandPalette = later<CommandPaletteProps>(() => import('./command-palette.tsx'));
const RecentChanges = later<Closable>(() => import('./recent-changes.tsx'));
const ShortcutHelp = later<Closable>(() => import('./shortcut-help.tsx'));

/** The frame of every page: navigation, user menu, command palette and shortcut help. */
export function Frame() {
  const t = useText();
  const session = useSession();
  const [open, setOpen] = useState<'palette' | 'shortcuts' | 'changes' | undefined>();
  const close = useCallback(() => setOpen(undefined), []);
  const [typed, setTyped] = useState('');
  const [isReady, setReady] = useState(false);
  const openSearch = useCallback(() => {
    if (open === 'palette') return;
    setTyped('');
    setReady(false);
    setOpen('palette');
  }, [open]);
  useEarlyKeys(open === 'palette' && !isReady, setTyped, close);
  const hasChanges = useRecentChanges().length > 0;
  const { shortcuts } = usePreferences();
  useShortcuts(useMemo(() => ({ '?': () => setOpen('shortcuts'), '/': openSearch }), [openSearch]));
  useEffect(() => {
    const listener = (event: KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      openSearch();
    };
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [openSearch]);
  return (
    <div className="frame">
      <a className="skip-link" href="#content">
        {t('frame.skip')}
      </a>
      <header className="frame-header">
        <Link to="/" className="brand">
          {t('frame.brand')}
        </Link>
        <button
          type="button"
          className="button frame-search"
          aria-keyshortcuts="Control+K"
          aria-haspopup="dialog"
          aria-expanded={open === 'palette'}
          onClick={openSearch}
        >
          <Search aria-hidden size={16} />
          <span>{(open === 'palette' && typed) || t('palette.open')}</span>
          <kbd aria-hidden>Ctrl K</kbd>
        </button>
        <div className="frame-tools">
          {hasChanges && (
            <IconButton icon={History} label={t('recentChanges.open')} onClick={() => setOpen('changes')} />
          )}
          {shortcuts && (
            <IconButton
              className="frame-keys"
              icon={Keyboard}
              label={t('shortcuts.open')}
              onClick={() => setOpen('shortcuts')}
            />
          )}
          <ThemeMenu />
          {session.data && <WorkspaceMenu session={session.data} />}
          {session.data && <AccountMenu email={session.data.email ?? t('frame.noAddress')} />}
        </div>
      </header>
      <SideNavigation />
      <main id="content" tabIndex={-1}>
        {session.data ? (
          <RoleGuard session={session.data}>
            <Outlet />
          </RoleGuard>
        ) : (
          session.error && <ErrorNotice error={session.error} onRetry={() => session.refetch()} />
        )}
      </main>
      <Upkeep session={session.data} onFault={() => {}} />
      {open === 'palette' && (
        <CommandPalette
          typed={typed}
          onType={setTyped}
          onReady={() => setReady(true)}
          onClose={close}
          onFault={close}
        />
      )}
      {open === 'changes' && <RecentChanges onClose={close} onFault={close} />}
      {open === 'shortcuts' && <ShortcutHelp onClose={close} onFault={close} />}
    </div>
  );
}

const themes = { system: SunMoon, light: Sun, dark: Moon } as const;

function ThemeMenu() {
  const t = useText();
  const { theme } = usePreferences();
  const items = (['system', 'light', 'dark'] as const).map((id) => ({
    id,
    text: t(`theme.${id}`),
    icon: themes[id],
    selected: id === theme,
  }));
  return (
    <Menu
      label={t('theme.choose')}
      icon={themes[theme] ?? SunMoon}
      items={items}
      onChoose={(id) => changePreferences({ theme: id as Theme })}
    />
  );
}

/** The user's workspaces, if there are several. */
function WorkspaceMenu({ session: { memberships, stewardships = [] } }: { session: Session }) {
  const t = useText();
  const nameOf = useWorkspaceName();
  const { workspaceId } = connection;
  const ids = [...new Set([...memberships, ...stewardships].map((each) => each.workspace_id))];
  if (ids.length < 2 || !workspaceId) return null;
  return (
    <Menu
      label={t('workspace.choose', { name: nameOf(workspaceId) })}
      icon={Building2}
      showLabel
      items={ids.map((id) => ({ id, text: nameOf(id), selected: id === workspaceId }))}
      onChoose={changeWorkspace}
    />
  );
}

function AccountMenu({ email }: { email: string }) {
  const t = useText();
  const navigate = useNavigate();
  const show = useToast();
  const leave = () => signOut().catch(() => show({ text: t('session.signOutFailed'), tone: 'bad' }));
  return (
    <Menu
      label={email}
      icon={CircleUserRound}
      showLabel
      items={[
        { id: 'account', text: t('page.account'), icon: Settings },
        { id: 'sign-out', text: t('session.signOut'), icon: LogOut },
      ]}
      onChoose={(id) => (id === 'account' ? navigate({ to: '/account' }) : leave())}
    />
  );
}
