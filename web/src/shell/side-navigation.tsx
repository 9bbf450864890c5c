import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { Menu, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { waiting } from '../data/waiting.ts';
import { useFormat } from '../text/format.ts';
import { useText } from '../text/text.ts';
import { IconButton } from '../ui/button.tsx';
import { useOpenGroups } from './role-guard.tsx';
import { sectionOf } from './sections.ts';

const navigationId = 'pages';

/**
 * The pages in groups, with what waits on them. On small screens they are behind a button, and a choice or Escape closes
 * them.
 */
export function SideNavigation() {
  const t = useText();
  const { number } = useFormat();
  const groups = useOpenGroups();
  const { pathname } = useLocation();
  const section = sectionOf(pathname);
  // Nobody waits for these numbers: pages that need them say when they fail.
  const { data } = useQuery({ ...waiting, enabled: groups.length > 0 });
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const listener = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, [isOpen]);
  return (
    <>
      <IconButton
        className="frame-menu"
        icon={isOpen ? X : Menu}
        label={t('frame.menu')}
        aria-expanded={isOpen}
        aria-controls={navigationId}
        onClick={() => setOpen(!isOpen)}
      />
      <nav
        id={navigationId}
        className="frame-navigation"
        data-open={isOpen || undefined}
        aria-label={t('frame.navigation')}
      >
        {groups.map(({ text, entries }) => (
          <div key={text ?? ''} className="frame-group">
            {text && <p className="frame-group-name">{t(text)}</p>}
            <ul aria-label={text && t(text)}>
              {entries.map(({ to, text: name, icon: Icon, count }) => {
                const waits = data && count ? count(data) : 0;
                return (
                  <li key={to}>
                    {/* On its own page the link itself shows this. */}
                    <Link
                      to={to}
                      activeOptions={{ exact: true, includeSearch: false }}
                      aria-current={to === section || undefined}
                      onClick={() => setOpen(false)}
                    >
                      <Icon aria-hidden size={16} />
                      <span>{t(name)}</span>
                      {waits > 0 && (
                        <span className="frame-count" title={t('frame.waiting', { count: waits })}>
                          {number(waits)}
                        </span>
                      )}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </nav>
    </>
  );
}
