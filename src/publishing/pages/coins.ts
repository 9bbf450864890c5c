import { cslName, isWhole, nameForReaders } from '#src/records/citations/csl.ts';
import { html, type Markup } from '#src/records/citations/markup.ts';
import type { CslType } from '#src/records/citations/types.ts';
import type { ListCitation } from '#src/records/publications/list-citation.ts';
import { doiUrl } from '#src/vocabulary/identifiers/doi.ts';
import { zoteroTypes } from './highwire.ts';

/** The fields of a publication or work in a list's COinS. */
export interface Coined {
  /** The DOI, or else the web address, if it has one. */
  doi: string | undefined;
  url: string | undefined;
  title: string;
  type: CslType;
  date: string | null;
  issn: string | null;
  citation: ListCitation | undefined;
}

const books: ReadonlySet<CslType> = new Set([
  'book',
  'chapter',
  'entry-encyclopedia',
  'entry-dictionary',
  'paper-conference',
  'report',
]);
const genres: Partial<Record<CslType, string>> = { book: 'book', report: 'report', 'paper-conference': 'proceeding' };
const maxAuthors = 20;

/** A ContextObject in a span, from which reference managers such as Zotero take a citation: Z39.88-2004. */
export function coins(said: Coined): Markup {
  const { title, type, citation } = said;
  const parts = new URLSearchParams({ ctx_ver: 'Z39.88-2004' });
  const add = (name: string, value: string | null | undefined) => {
    if (value) parts.append(name, value);
  };
  add('rfr_id', 'info:sid/publication-registry');
  const address = said.doi === undefined ? said.url : doiUrl(said.doi);
  add('rft_id', said.doi === undefined ? said.url : `info:doi/${said.doi}`);
  const container = citation?.container_title;
  if (books.has(type)) {
    const isPart = !isWhole(type);
    add('rft_val_fmt', 'info:ofi/fmt:kev:mtx:book');
    add('rft.genre', genres[type] ?? 'bookitem');
    add(isPart ? 'rft.atitle' : 'rft.btitle', title);
    add(isPart ? 'rft.btitle' : 'rft.series', container);
  } else if (type === 'thesis') {
    add('rft_val_fmt', 'info:ofi/fmt:kev:mtx:dissertation');
    add('rft.title', title);
    add('rft.inst', citation?.publisher);
  } else if (/^article-|^review/.test(type)) {
    add('rft_val_fmt', 'info:ofi/fmt:kev:mtx:journal');
    add('rft.genre', 'article');
    add('rft.atitle', title);
    add('rft.jtitle', container);
  } else {
    add('rft_val_fmt', 'info:ofi/fmt:kev:mtx:dc');
    add('rft.title', title);
    add('rft.type', zoteroTypes[type]);
    add('rft.source', container);
    add('rft.identifier', address);
  }
  add('rft.date', said.date);
  add('rft.volume', citation?.volume);
  add('rft.issue', citation?.issue);
  add('rft.pages', citation?.pages);
  add('rft.issn', said.issn);
  add('rft.pub', citation?.publisher);
  const [first] = citation?.authors ?? [];
  add('rft.aulast', first?.family);
  add('rft.aufirst', first?.given);
  for (const author of citation?.authors.slice(0, maxAuthors) ?? []) {
    const name = cslName(author);
    add('rft.au', name && nameForReaders(name));
  }
  return html`<span class="Z3988" title="${parts.toString()}"></span>`;
}
