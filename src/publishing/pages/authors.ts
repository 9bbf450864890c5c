import { publicAddress } from '#src/http/links.ts';
import { peopleAt } from '#src/matching/link.ts';
import { html, type MarkupContent } from '#src/records/citations/markup.ts';
import { authorsOf, type PublicationRecord } from '#src/records/publications/publication.ts';
import { ownAuthorsOf } from '#src/responses/own-authors.ts';
import { personPath } from './addresses.ts';
import { type PageLanguage, textsIn } from './texts.ts';

/** The last part of the address of a person's page, by ORCID iD. */
export type PersonLinks = ReadonlyMap<string, string>;

/** Shown at once; the others open on request. */
const maxOpen = 30;
const maxNamed = 1_000;
const maxNameLength = 300;

/** The authors of a publication. Those of the institution are bold, and people of the registry have their page. */
export function authorList(record: PublicationRecord, people: PersonLinks, language: PageLanguage): MarkupContent {
  const authors = authorsOf(record);
  if (authors.length === 0) return undefined;
  const own = new Set(ownAuthorsOf(record).map(({ position }) => position));
  const linked = peopleAt(record.researchers, 'authors');
  const texts = textsIn(language);
  const entry = (position: number) => {
    const { name = '', orcid = null } = authors[position] ?? {};
    const person = linked.get(position);
    const page = person && people.get(person);
    const shown = html`<bdi>${name.slice(0, maxNameLength).toWellFormed()}</bdi>`;
    const named = page ? html`<a href="${publicAddress(personPath(page))}">${shown}</a>` : shown;
    const iD = person ?? orcid;
    const link =
      iD &&
      html` <a class="orcid" href="https://orcid.org/${iD}" aria-label="${texts.orcid}: ${name.slice(0, maxNameLength)}">iD</a>`;
    return html`<li>${own.has(position) ? html`<strong>${named}</strong>` : named}${link}</li>\n`;
  };
  // The institution's own are shown wherever they are.
  const positions = [...authors.keys()];
  const open = positions.filter((position) => position < maxOpen || own.has(position));
  const others = positions.filter((position) => position >= maxOpen && !own.has(position)).slice(0, maxNamed);
  const rest = authors.length - open.length;
  return html`<ul class="authors" aria-label="${texts.authors}">
${open.map(entry)}</ul>
${
  rest > 0 &&
  html`<details><summary>${rest} ${texts.more_authors}</summary><ul class="authors">
${others.map(entry)}</ul></details>`
}`;
}
