/** Missing values, recognized a second time without the service's own code. */
import { plain } from './raw.ts';

const bare = (text: string) => [...text.toLowerCase()].filter((each) => /[\p{L}\p{N}]/u.test(each)).join('');
const absent = 'null undefined nan none nil na notavailable notapplicable notknown notprovided notspecified'.split(' ');
const notNumbered =
  'no nr unknown ja aheadofprint publishaheadofprint publishedaheadofprint epubaheadofprint onlineaheadofprint onlinefirst firstonline firstview earlyview earlyaccess advanceaccess advancearticle justaccepted accepted acceptedarticle inpress articleinpress articlesinpress preprint prepress forthcoming toappear tba tbd asap'.split(
    ' ',
  );
const notNamed =
  'unpublished unknown sn sl publishernotidentified placeofpublicationnotidentified publisherunknown unknownpublisher nopublisher'.split(
    ' ',
  );
const notTitled =
  'notitle notitleavailable titlenotavailable titlepending pendingpublication acceptedmanuscript oupacceptedmanuscript cupacceptedmanuscript'.split(
    ' ',
  );

/** Whether a text is a code for unknown information, also one with the wrong brackets. */
export const isCode = (text: string) =>
  /^\W?:/.test(text.trim()) && 'unac unal unap unas unav unkn none null tba etal at'.split(' ').includes(bare(text));

export const isNumberless = (text: string) =>
  bare(text) === '' || Number(bare(text)) === 0 || [...absent, ...notNumbered].includes(bare(text));
export const isTitleless = (text: string) =>
  isCode(text) || [...absent, ...notTitled].includes(bare(text)) || /^[-–—. ]*$/.test(text);

/** The value of a volume, an issue or an article number. */
export function number(value: unknown): string | null {
  const text = plain(value);
  return text === null || isCode(text) || isNumberless(text) ? null : text;
}

/** The name of a publisher, a place or a container. */
export function name(value: unknown): string | null {
  const text = plain(value);
  const isNone = text === null || isCode(text) || bare(text) === '' || [...absent, ...notNamed].includes(bare(text));
  return isNone ? null : text;
}

/** Pages as written, without an end that is none or that is the beginning. */
export function pageRange(value: unknown): string | null {
  const text = plain(value);
  if (text === null || isCode(text) || isNumberless(text)) return null;
  const [first = '', last, ...others] = text.split(/[-–—]/).map((part) => part.trim());
  if (last === undefined || others.length > 0) return text;
  if (isNumberless(first) && isNumberless(last)) return null;
  const isNoRange = first.toLowerCase() === last.toLowerCase() || isNumberless(last);
  return isNoRange && !/^\D+$/.test(first) ? first : text;
}

/** Pages from the first to the last. */
export function pagesFrom(first: unknown, last: unknown): string | null {
  const [one, other] = [plain(first), plain(last)];
  return one === null || other === null ? pageRange(one ?? other) : pageRange(`${one}-${other}`);
}
