/** The addresses in the navigation, with the prefixes of their subpages if these differ. */
const sections = {
  '/': [],
  '/publications': ['/publication'],
  '/review': [],
  '/import': ['/intakes'],
  '/works': ['/new-work'],
  '/people': [],
  '/groups': ['/new-group'],
  '/projects': ['/new-project'],
  '/reports': [],
  '/ingestion': [],
  '/activity': [],
  '/installations': [],
  '/members': [],
  '/api-keys': [],
  '/rollout': [],
  '/site-tools': [],
} as const satisfies Record<string, readonly string[]>;

export type Section = keyof typeof sections;

/** The navigation address of a page; undefined for account and sign-in pages. */
export function sectionOf(pathname: string): Section | undefined {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (Object.keys(sections) as Section[]).find((section) => [section, ...sections[section]].some(isBelow));
}
