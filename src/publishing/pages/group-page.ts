import { publicAddress } from '#src/http/links.ts';
import { html, type MarkupContent } from '#src/records/citations/markup.ts';
import type { GroupRow } from '#src/records/groups/group.ts';
import { dayTextOf, includesDay } from '#src/records/groups/periods.ts';
import type { ShownMember } from '#src/responses/groups/public-members.ts';
import { inLocale, negotiateLocale, shownLanguage } from '#src/vocabulary/locale.ts';
import { groupDocumentPath, groupPath, personPath, webAddress } from './addresses.ts';
import { languageOfText, listScript, type SitePage, structuredData } from './page.ts';
import { bounded, feedLink, type ListPart, ownOutputs, type PageReader } from './person-page.ts';
import { type TextName, textsIn } from './texts.ts';

/** The surroundings of a public group: only public groups are among these. */
export interface AroundGroup {
  /** Every public group, by id. */
  shown: ReadonlyMap<string, GroupRow>;
  /** The groups that belong to it today. */
  below: readonly GroupRow[];
  people: readonly ShownMember[];
}

/** The page of a public group. */
export async function groupPage(
  row: GroupRow,
  { shown, below, people }: AroundGroup,
  part: ListPart,
  reader: PageReader,
  now: Date,
): Promise<SitePage> {
  const { language, locale, acceptLanguage } = reader;
  const { id, name, kind, ror, homepage, taken_over_by, starts_at, ends_at } = row;
  const texts = textsIn(language);
  const path = groupPath(id);
  const shownIn = negotiateLocale(locale, acceptLanguage, [name]);
  const nameOf = (group: GroupRow) => bounded(inLocale(group.name, shownIn) || group.id);
  const website = webAddress(homepage);
  const today = dayTextOf(now.getTime());
  const above = row.parents.flatMap((parent) => (includesDay(parent, today) ? (shown.get(parent.id) ?? []) : []));
  const successor = taken_over_by === null ? undefined : shown.get(taken_over_by);
  const term = (label: TextName, content: MarkupContent) =>
    content ? html`<dt>${texts[label]}</dt><dd dir="auto">${content}</dd>\n` : '';
  const links = (groups: readonly GroupRow[]) =>
    groups.length > 0 &&
    html`<ul>${groups.map((group) => html`<li><a href="${publicAddress(groupPath(group.id))}"><bdi>${nameOf(group)}</bdi></a></li>`)}</ul>`;
  const persons = people.map(
    (person) =>
      html`<li><a href="${publicAddress(personPath(person.slug ?? person.orcid))}"><bdi>${bounded(inLocale(person.name, shownIn) ?? person.orcid)}</bdi></a>${person.role && html` (<bdi>${bounded(person.role)}</bdi>)`}</li>`,
  );
  return {
    title: nameOf(row),
    language,
    path,
    description: undefined,
    openGraph: { type: 'website' },
    isIndexed: part.isFirst,
    head: [
      feedLink(nameOf(row), { group_id: id }),
      structuredData({
        '@context': 'https://schema.org',
        '@type': 'Organization',
        ...(ror && { '@id': ror }),
        name: nameOf(row),
        url: publicAddress(path),
        ...(starts_at && { foundingDate: starts_at }),
        ...(ends_at && { dissolutionDate: ends_at }),
        ...(website && { sameAs: website }),
        ...(above.length > 0 && {
          parentOrganization: above.map((group) => ({
            '@type': 'Organization',
            name: nameOf(group),
            url: publicAddress(groupPath(group.id)),
          })),
        }),
      }),
      listScript(),
    ],
    main: html`<h1 ${languageOfText(shownLanguage(name, shownIn))}>${nameOf(row)}</h1>
<dl>
${term('kind', kind)}${term('part_of', links(above))}${term('period', (starts_at || ends_at) && [starts_at, ends_at].map((each) => each ?? '').join(' – '))}${term(
  'taken_over_by',
  successor && links([successor]),
)}${term('parts', links(below))}${term('website', website && html`<a href="${website}">${website}</a>`)}${term('ror', ror && html`<a href="${ror}">${ror}</a>`)}</dl>
${persons.length > 0 && html`<h2>${texts.people}</h2>\n<ul>${persons}</ul>`}
${await ownOutputs({ path, documentPath: groupDocumentPath(id) }, { group_id: id }, part, reader)}`,
  };
}
