import { createHash } from 'node:crypto';
import * as z from 'zod';
import { address, publicAddress } from '#src/http/links.ts';
import { html, type Markup, type MarkupContent } from '#src/records/citations/markup.ts';
import { env } from '#src/runtime/env.ts';
import { listComponent } from './list-component.ts';
import { stylesheet } from './stylesheet.ts';
import { type PageLanguage, pageLanguages, textsIn } from './texts.ts';

/** The files that pages load, by name. Their addresses change with their content. */
export const pageFiles = { 'pages.css': stylesheet, 'publication-list.js': listComponent } as const;

/** The address of a file, which browsers can keep while its content is the same. */
const fileAddress = (name: keyof typeof pageFiles): string => {
  const version = createHash('sha256').update(pageFiles[name]).digest('base64url').slice(0, 12);
  return address(`/assets/${name}`, { v: version });
};

/** A page with its head. */
export interface SitePage {
  title: string;
  language: PageLanguage;
  /** The canonical path. */
  path: string;
  /** In search results, and where the page is shared. */
  description?: string | undefined;
  openGraph?: Readonly<Record<string, string | undefined>>;
  /** The path may stay out of search engines. */
  isIndexed: boolean;
  /** Further elements of the head. */
  head?: MarkupContent;
  main: Markup;
  /** Values of the Link header (RFC 8288). */
  links?: readonly string[];
}

/** The responses of pages; those of some records can be gone. */
export const pageResponses = { 200: z.string(), 301: z.literal(''), 404: z.string(), 410: z.string() } as const;
/** The responses of pages that can only be there or not. */
export const personPageResponses = { 200: z.string(), 301: z.literal(''), 404: z.string() } as const;

/** Everything comes from the registry's own address, and nothing runs that is written in a page. */
function contentPolicy(): string {
  const { origin } = new URL(publicAddress('/'));
  return [
    "default-src 'none'",
    `style-src ${origin}`,
    `script-src ${origin}`,
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

const headersOf = (language: PageLanguage) => ({
  'content-language': language,
  'content-security-policy': contentPolicy(),
});

/** The response with a page. */
export const showPage = (page: SitePage) => ({
  status: 200 as const,
  body: documentOf(page),
  headers: { ...headersOf(page.language), ...(page.links && { link: page.links.join(', ') }) },
});

/** The redirect to the address where a record has its page. The language that was asked for stays. */
export const movedTo = (path: string, locale: string | undefined) => ({
  status: 301 as const,
  body: '' as const,
  headers: { location: locale === undefined ? publicAddress(path) : address(path, { locale }) },
});

const shortPage = (status: 404 | 410, title: string, text: string, language: PageLanguage): string =>
  documentOf({
    title,
    language,
    path: '/',
    isIndexed: false,
    main: html`<p class="kind">${status}</p><h1>${title}</h1><p>${text}</p>`,
  });

/** The response for an address that has no page, whatever the reason. */
export function missingPage(language: PageLanguage) {
  const { not_found, not_found_text } = textsIn(language);
  return {
    status: 404 as const,
    body: shortPage(404, not_found, not_found_text, language),
    headers: headersOf(language),
  };
}

/** The response for a record that was shown once and is deleted. */
export function gonePage(kind: 'gone' | 'gone_project' | 'gone_group', language: PageLanguage) {
  const texts = textsIn(language);
  return {
    status: 410 as const,
    body: shortPage(410, texts[kind], texts.gone_text, language),
    headers: headersOf(language),
  };
}

const meta = (attribute: 'name' | 'property', [name, content]: [string, string | undefined]) =>
  content && html`<meta ${{ markup: attribute }}="${name}" content="${content}">\n`;

/** Elements `meta` with names, in order. */
export const namedMetas = (tags: readonly [name: string, content: string | undefined][]): MarkupContent =>
  tags.map((tag) => meta('name', tag));

function documentOf({ title, language, path, description, openGraph = {}, isIndexed, head, main }: SitePage): string {
  const site = env('SITE_NAME');
  const texts = textsIn(language);
  const canonical = publicAddress(path);
  const inLanguage = (other: PageLanguage) => address(path, { locale: other });
  const other = language === 'en' ? 'de' : 'en';
  const shared = { title, url: canonical, site_name: site, description, ...openGraph };
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} | ${site}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${fileAddress('pages.css')}">
${isIndexed ? '' : html`<meta name="robots" content="noindex">\n`}${
  path !== '/' &&
  html`<link rel="canonical" href="${canonical}">
${pageLanguages.map((each) => html`<link rel="alternate" hreflang="${each}" href="${inLanguage(each)}">\n`)}`
}${namedMetas([['description', description]])}${Object.entries(shared).map(([name, value]) =>
  meta('property', [`og:${name}`, value]),
)}${head}</head>
<body>
<a class="skip" href="#content">${texts.skip}</a>
<header><p class="site" dir="auto">${site}</p>${
    path !== '/' &&
    html`<p><a href="${inLanguage(other)}" lang="${other}" hreflang="${other}">${texts.other_language}</a></p>`
  }</header>
<main id="content">
${main}
</main>
</body>
</html>
`.markup;
}

/** The element that loads the script which filters lists of publications. */
export const listScript = (): Markup =>
  html`<script type="module" src="${fileAddress('publication-list.js')}"></script>\n`;

/** A text whose language may be another than the page's: its attributes. An unknown language is empty. */
export const languageOfText = (language: string | undefined): Markup => html`lang="${language ?? ''}" dir="auto"`;

/** Characters that HTML forbids or would take for the end of the script. JSON has escapes for them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must be escaped
const unsafeInScript = /[<\u007f-\u009f\ud800-\udfff\ufdd0-\ufdef\ufffe\uffff]/g;

/** A block of structured data (JSON-LD), which browsers do not run. */
export const structuredData = (data: object): Markup => {
  const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const json = JSON.stringify(data).replace(unsafeInScript, escaped);
  return { markup: `<script type="application/ld+json">${json}</script>\n` };
};
