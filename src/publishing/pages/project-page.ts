import { publicAddress } from '#src/http/links.ts';
import { html, type MarkupContent } from '#src/records/citations/markup.ts';
import type { ProjectRecord } from '#src/records/projects/project.ts';
import { inLocale, negotiateLocale, shownLanguage } from '#src/vocabulary/locale.ts';
import { personPath, projectPath, webAddress } from './addresses.ts';
import { languageOfText, listScript, type SitePage, structuredData } from './page.ts';
import { bounded, feedLink, type ListPart, ownOutputs, type PageReader } from './person-page.ts';
import { type TextName, textsIn } from './texts.ts';

/** A person of a project with public publications. */
export interface ProjectPerson {
  name: string;
  /** The last part of the address of the person's page. */
  page: string;
}

/** The page of a public project. `people` are those with pages, by ORCID iD. */
export async function projectPage(
  project: ProjectRecord,
  people: ReadonlyMap<string, ProjectPerson>,
  part: ListPart,
  reader: PageReader,
): Promise<SitePage> {
  const { language, locale, acceptLanguage } = reader;
  const { id, title, programme, abstract, start_date, end_date } = project;
  const texts = textsIn(language);
  const path = projectPath(id);
  const shownIn = negotiateLocale(locale, acceptLanguage, [title, programme, abstract]);
  const name = bounded(inLocale(title, shownIn) || id);
  const description = inLocale(abstract, shownIn);
  const website = webAddress(project.page_url);
  const row = (label: TextName, content: MarkupContent) =>
    content ? html`<dt>${texts[label]}</dt><dd dir="auto">${content}</dd>\n` : '';
  const persons = (orcids: readonly string[]) => {
    const named = orcids.flatMap((orcid) => people.get(orcid) ?? []);
    if (named.length === 0) return undefined;
    return html`<ul>${named.map((each) => html`<li><a href="${publicAddress(personPath(each.page))}"><bdi>${each.name}</bdi></a></li>`)}</ul>`;
  };
  return {
    title: name,
    language,
    path,
    description: description?.replace(/\s+/g, ' ').slice(0, 300).toWellFormed(),
    openGraph: { type: 'website' },
    isIndexed: part.isFirst,
    head: [
      feedLink(name, { project_id: id }),
      structuredData({
        '@context': 'https://schema.org',
        '@type': 'ResearchProject',
        name,
        url: publicAddress(path),
        ...(description && { description: bounded(description) }),
        ...(start_date && { foundingDate: start_date }),
        ...(end_date && { dissolutionDate: end_date }),
        ...(website && { sameAs: website }),
      }),
      listScript(),
    ],
    main: html`<h1 ${languageOfText(shownLanguage(title, shownIn))}>${name}</h1>
<dl>
${row('programme', inLocale(programme, shownIn))}${row('period', [start_date, end_date].filter(Boolean).join(' – '))}${row(
  'coordinators',
  persons(project.coordinator_orcids),
)}${row('members', persons(project.member_orcids))}${row('website', website && html`<a href="${website}">${website}</a>`)}</dl>
${description && html`<p class="abstract" ${languageOfText(shownLanguage(abstract, shownIn))}>${bounded(description)}</p>`}
${await ownOutputs({ path }, { project_id: id }, part, reader)}`,
  };
}
