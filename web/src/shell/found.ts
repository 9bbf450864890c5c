import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { BookOpen, FileInput, FolderOpen, GraduationCap, List, type LucideIcon, Plus, ScrollText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { answerOf, api, type Schema } from '../api/client.ts';
import { parseIdentifier } from '../data/identifier.ts';
import { useFormat } from '../text/format.ts';
import { joinTexts } from '../text/join-texts.ts';
import { useText } from '../text/text.ts';
import { useOpenPages } from './role-guard.tsx';

/** Results of each kind that are shown before the link to all of them. */
const shownOfKind = 5;
const waitMs = 150;

/** Something that Enter opens. */
export interface Entry {
  id: string;
  icon: LucideIcon;
  text: string;
  detail?: string | undefined;
  open: () => void;
}

export interface Group {
  title: string;
  entries: Entry[];
}

interface Found {
  groups: Group[];
  /** The text while the search goes on, or if it finds nothing. */
  status: string | undefined;
  /** Whether it is not known yet what comes first: the records are those of a text that was typed before. */
  isOutdated: boolean;
}

/** The records that match a text, of each kind the first. */
export const foundRecords = (text: string) =>
  queryOptions({
    queryKey: ['search', text],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/search', { params: { query: { q: text, limit: shownOfKind } }, signal })),
  });

/** The records, pages and commands that match a text. */
export function useFound(typed: string): Found {
  const t = useText();
  const asked = usePaused(typed);
  const { data, error, isPlaceholderData } = useQuery({ ...foundRecords(asked), enabled: asked !== '' });
  const recordsOf = useRecords();
  const pages = usePages(typed);
  const named = useNamed(typed);
  const isSearching = typed !== asked || (asked !== '' && !error && (!data || isPlaceholderData));
  const records = asked !== '' && data ? recordsOf(data) : [];
  // A pasted identifier has its answer at once, and says so if the registry does not have it.
  const isMissing = !isSearching && !error && records.length === 0;
  const identified = isSearching ? named.open : isMissing ? named.add : [];
  const groups = [
    { title: t('shell.palette.identifier'), entries: identified },
    ...(isSearching && named.open.length > 0 ? [] : records),
    pages,
  ];
  const shown = groups.filter(({ entries }) => entries.length > 0);
  const none = shown.length === 0 ? t('shell.palette.none') : undefined;
  return {
    groups: shown,
    isOutdated: isSearching && identified.length === 0 && (records.length > 0 || pages.entries.length === 0),
    status: isSearching ? t('shell.palette.searching') : error ? t('shell.palette.failed') : none,
  };
}

/** A text once typing pauses; an empty one at once. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), waitMs);
    return () => clearTimeout(timer);
  }, [text]);
  return text === '' ? '' : paused;
}

/** The pages and commands whose names have this text. Only pages that the user may open. */
function usePages(typed: string): Group {
  const t = useText();
  const navigate = useNavigate();
  const wanted = typed.toLocaleLowerCase();
  const pages = useOpenPages().map(({ to, text, icon }): Entry => {
    return { id: to, icon, text: t(text), open: () => navigate({ to }) };
  });
  const commands = pages.some(({ id }) => id === '/projects')
    ? [
        {
          id: 'new-project',
          icon: Plus,
          text: t('shell.palette.newProject'),
          open: () => navigate({ to: '/new-project' }),
        },
        {
          id: 'new-work',
          icon: Plus,
          text: t('shell.palette.newWork'),
          open: () => navigate({ to: '/new-work' }),
        },
      ]
    : [];
  const entries = [...pages, ...commands].filter(({ text }) => text.toLocaleLowerCase().includes(wanted));
  return { title: t('shell.palette.pages'), entries };
}

/** Entries for a typed identifier: to open its record, or to add it if it is not in the registry. */
function useNamed(typed: string): Record<'open' | 'add', Entry[]> {
  const t = useText();
  const navigate = useNavigate();
  const named = parseIdentifier(typed);
  if (!named) return { open: [], add: [] };
  const { kind, id } = named;
  const isDoi = kind === 'doi';
  const open = () =>
    isDoi
      ? navigate({ to: '/publication/$', params: { _splat: id } })
      : navigate({ to: '/people/$orcid', params: { orcid: id } });
  const add = () => navigate({ to: '/import', search: { kind: isDoi ? 'publications' : 'researchers', ids: id } });
  return {
    open: [{ id: 'open', icon: isDoi ? BookOpen : GraduationCap, text: t('shell.palette.openId', { id }), open }],
    add: [{ id: 'add', icon: FileInput, text: t('shell.palette.importId', { id }), open: add }],
  };
}

/** The records of an answer as groups, each with a link to its list if that has more. */
function useRecords(): (found: Schema<'FoundInRegistry'>) => Group[] {
  const t = useText();
  const { number } = useFormat();
  const navigate = useNavigate();
  const withAll = (entries: Entry[], total: number, id: string, open: () => void): Entry[] =>
    total > entries.length
      ? [...entries, { id, icon: List, text: t('shell.palette.all', { count: number(total) }), open }]
      : entries;
  const written = (authors: readonly string[], year: number | null, place?: string | null) =>
    [joinTexts(authors), place, year].filter(Boolean).join(' · ');
  return (found) => {
    const search = { q: found.q };
    const publications = found.publications.map(
      ({ id, title, authors, container_title, publication_year, visible }): Entry => ({
        id: `publication-${id}`,
        icon: BookOpen,
        text: title ?? id,
        detail: [written(authors, publication_year, container_title), !visible && t('shell.palette.hidden')]
          .filter(Boolean)
          .join(' · '),
        open: () => navigate({ to: '/publication/$', params: { _splat: id } }),
      }),
    );
    const people = found.people.map(
      ({ orcid, name }): Entry => ({
        id: `person-${orcid}`,
        icon: GraduationCap,
        text: name ?? orcid,
        detail: name === null ? undefined : orcid,
        open: () => navigate({ to: '/people/$orcid', params: { orcid } }),
      }),
    );
    const projects = found.projects.map(
      ({ id, title }): Entry => ({
        id: `project-${id}`,
        icon: FolderOpen,
        text: title ?? id,
        open: () => navigate({ to: '/projects/$id', params: { id } }),
      }),
    );
    const works = (found.works ?? []).map(
      ({ id, title, authors, publication_year }): Entry => ({
        id: `work-${id}`,
        icon: ScrollText,
        text: title ?? t('shell.untitledWork'),
        detail: written(authors, publication_year),
        open: () => navigate({ to: '/works/$id', params: { id } }),
      }),
    );
    return [
      {
        title: t('page.people'),
        entries: withAll(people, found.total_people, 'people', () => navigate({ to: '/people', search })),
      },
      {
        title: t('page.publications'),
        entries: withAll(publications, found.total_publications, 'publications', () =>
          navigate({ to: '/publications', search }),
        ),
      },
      {
        title: t('page.projects'),
        entries: withAll(projects, found.total_projects, 'projects', () => navigate({ to: '/projects', search })),
      },
      {
        title: t('page.works'),
        entries: withAll(works, found.total_works ?? 0, 'works', () => navigate({ to: '/works', search })),
      },
    ].filter(({ entries }) => entries.length > 0);
  };
}
