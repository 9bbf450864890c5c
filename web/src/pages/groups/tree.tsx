import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight, EyeOff } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { GroupItem } from '../../data/groups/queries.ts';
import { type GroupTree, groupMatcher, treeOf, withAbove } from '../../data/groups/tree.ts';
import { useFormat } from '../../text/format.ts';
import { joinTexts } from '../../text/join-texts.ts';
import { useLocalized } from '../../text/localized.ts';
import { useText } from '../../text/text.ts';
import { Badge } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { StateBadges } from './state-badges.tsx';

/** A tree of no more groups is open at the beginning; of a larger one the first level is. */
const opensWith = 60;

interface Shown {
  tree: GroupTree<GroupItem>;
  /** The groups to show while there is a search. */
  found: ReadonlySet<string> | undefined;
  /** Whether somebody has opened or closed a place in the tree. */
  isOpen: (path: string, level: number) => boolean;
  toggle: (path: string, level: number) => void;
}

const TreeContext = createContext<Shown>(undefined as never);

/** Groups below those that they belong to, with their numbers of members. */
export function Tree({ groups, q, empty }: { groups: readonly GroupItem[]; q: string; empty: ReactNode }) {
  const t = useText();
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const tree = useMemo(() => treeOf(groups, Date.now()), [groups]);
  const found = useMemo(() => {
    if (q.trim() === '') return undefined;
    return withAbove(
      groups.filter(groupMatcher(q)).map(({ id }) => id),
      tree.above,
    );
  }, [groups, q, tree]);
  const key = (path: string) => `${found ? 'found' : 'all'} ${path}`;
  const isOpenAtFirst = (level: number) => found !== undefined || level === 0 || groups.length <= opensWith;
  const shown: Shown = {
    tree,
    found,
    isOpen: (path, level) => toggled.has(key(path)) !== isOpenAtFirst(level),
    toggle: (path) => {
      const next = new Set(toggled);
      if (!next.delete(key(path))) next.add(key(path));
      setToggled(next);
    },
  };
  if (found?.size === 0) return empty;
  return (
    <TreeContext value={shown}>
      <div className="group-tree">
        <p className="visually-hidden" role="status">
          {found && t('groups.found', { count: found.size })}
        </p>
        <Branches groups={tree.roots} path="" level={0} />
      </div>
    </TreeContext>
  );
}

function Branches({ groups, path, level }: { groups: readonly GroupItem[]; path: string; level: number }) {
  const { found } = useContext(TreeContext);
  return (
    <ul>
      {groups
        .filter(({ id }) => !found || found.has(id))
        .map((group) => (
          <Branch key={group.id} group={group} path={`${path}/${group.id}`} level={level} />
        ))}
    </ul>
  );
}

function Branch({ group, path, level }: { group: GroupItem; path: string; level: number }) {
  const t = useText();
  const localized = useLocalized();
  const { number } = useFormat();
  const { tree, found, isOpen, toggle } = useContext(TreeContext);
  const { id, kind, external_id, member_count, waiting_count } = group;
  const name = localized(group.name) ?? id;
  // Never itself below itself, whatever the API says.
  const below = (tree.below.get(id) ?? []).filter(
    (each) => (!found || found.has(each.id)) && !`${path}/`.includes(`/${each.id}/`),
  );
  const open = below.length > 0 && isOpen(path, level);
  const facts = [kind, external_id].filter((each) => each != null && each !== '');
  return (
    <li>
      <div className="group-line">
        {below.length > 0 ? (
          <IconButton
            icon={open ? ChevronDown : ChevronRight}
            label={t(open ? 'groups.close' : 'groups.open', { name })}
            aria-expanded={open}
            onClick={() => toggle(path, level)}
          />
        ) : (
          <span className="group-leaf" />
        )}
        <div className="group-name">
          <Link to="/groups/$id" params={{ id }} className="two-lines row-link" title={name}>
            {name}
          </Link>
          {facts.length > 0 && <span className="line-facts">{joinTexts(facts as string[], ' · ')}</span>}
        </div>
        <span className="badges group-states">
          <StateBadges group={group} />
          {!group.visible && <Badge icon={EyeOff}>{t('groups.hidden')}</Badge>}
        </span>
        <span className="group-count fine">
          {t('groups.members', { count: member_count, shown: number(member_count) })}
          {waiting_count > 0 && ` · ${t('groups.waiting', { count: waiting_count, shown: number(waiting_count) })}`}
        </span>
      </div>
      {open && <Branches groups={below} path={path} level={level + 1} />}
    </li>
  );
}
