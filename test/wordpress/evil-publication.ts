/** A text that must never become markup. */
export const evil = `"'><img src=x onerror=alert(1)></title><script>alert(2)</script>[gallery]`;

const author = {
  ...{ name: evil, given: evil, family: evil, person_slug: evil },
  orcid: '0000-0002-1825-0097',
  is_member: true,
};

/** A synced publication with it in every text. */
export const evilPublication = {
  doi: `10.5555/${evil}`,
  doi_url: `javascript:alert(4)`,
  title: { [evil]: evil },
  publication_type: evil.slice(0, 60),
  publication_year: 2099,
  publication_date: evil,
  citation: {
    authors: [author],
    author_count: 3,
    ...Object.fromEntries(
      ['container_title', 'volume', 'issue', 'pages', 'publisher', 'text'].map((name) => [name, evil]),
    ),
    open_access: { status: 'gold', url: `javascript:alert(3)//${evil}` },
    retraction: { date: null, doi: evil },
  },
};

const quoted = evil.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(/[[\]]/g, '');
const attributes = [
  ...['person', 'project', 'entity', 'year', 'type', 'publication_type', 'license', 'orcid', 'open', 'q', 'group'],
  ...['per_page', 'heading', 'group_id', 'subgroups', 'works', 'headings'],
];

/** Shortcodes that an author of pages who may write no scripts could try. */
export const evilShortcodes = [
  `[publication_registry_list filters="1" ${attributes.map((name) => `${name}="${quoted}"`).join(' ')}]`,
  `[publication_registry_person person="${quoted}"]`,
  `[publication_registry_publication doi="${quoted}"]`,
].join('\n');
