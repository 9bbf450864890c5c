/** The addresses in the navigation. Below each are its other pages, unless these begin in another way, which is named here. */
const sections = {
  '/': [],
  '/publications': ['/publication'],
  '/review': [],
  '/import': [],
  '/people': [],
  '/projects': ['/new-project'],
  '/ingestion': [],
  '/activity': [],
  '/installations': [],
  '/members': [],
  '/api-keys': [],
  '/rollout': [],
  '/site-tools': [],
} as const satisfies Record<string, readonly string[]>;

export type Section = keyof typeof sections;

/** The address in the navigation that a page belongs to; undefined for the pages of a person and of signing in. */
export function sectionOf(pathname: string): Section | undefined {
  const isBelow = (path: string) => pathname === path || pathname.startsWith(`${path}/`);
  return (Object.keys(sections) as Section[]).find((section) => [section, ...sections[section]].some(isBelow));
}
