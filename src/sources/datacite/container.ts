import { nameOrNull, textOrNull } from '../fields/response-fields.ts';
import { type Venue, venueOf } from '../fields/venue.ts';
import type { Attributes } from './response.ts';

/**
 * "Kiln Review; 34(2):Doc25" or "Kiln Review, 34, 7-12". The schema recommends this form for describing a series, and
 * DataCite returns it as the title: https://datacite-metadata-schema.readthedocs.io/en/4.6/properties/description/
 */
const seriesInformation =
  /^(.{2,300}?)\s*[,;]\s*(\d{1,5})(?:\s*\(([^()]{1,20})\))?(?:\s*[:,]\s*(\w{0,12}\d\w{0,12})(?:\s*[-–]\s*(\w{0,12}\d\w{0,12}))?)?\.?$/;

/**
 * Volume and issue in several languages: "Bd. 7, Nr. 1 (1956)", "Vol 2 No 4 (2015): May", "№2(34)". In the description
 * of a series, DataCite takes it for a page or the title.
 */
const volumeNumber = String.raw`(?:vol(?:ume)?|bd|band|jg|jahrg(?:ang)?|tom[eo]?|évf|том|[vtт](?=[.\s]))\.?\s{0,3}(?<volume>\d{1,5})`;
const issueNumber = String.raw`(?:no|nr|n[úu]m(?:ero)?|issue|heft|szám|вып(?:уск)?|№|[nh](?=[.\s]))\.?\s{0,3}[º°]?\s{0,3}(?<issue>\d{1,5}(?:[-–/]\d{1,5})?(?:\(\d{1,5}\))?)`;
const numbering = new RegExp(
  `^(?=\\S)(?:${volumeNumber})?[\\s,;]{0,3}(?:${issueNumber})?(?:\\s{0,3}\\(\\d{4}\\))?(?:\\s{0,3}:.{0,300})?$`,
  'iu',
);
const numbersIn = (written: string | null | undefined) => {
  const { volume, issue } = numbering.exec(textOrNull(written) ?? '')?.groups ?? {};
  return volume === undefined && issue === undefined ? undefined : { volume, issue };
};
/** "The Kiln Journal 208(2)" */
const numberedTitle = /^(.{2,300}?)\s(\d{1,5})\((\d{1,5})\)$/;
/** "p. 603", or "59 (2013). doi:10.5555/59" */
const pageNumber = /^(?:pp?\.?\s{1,3}|S\.\s{0,3})?([a-z]{0,9}\d\w{0,12}|[ivxlcdm]{1,12})(?=$|\s{0,3}\()/iu;

/** "Spain; 3353": the end of the place of a conference, and the page. */
const placeBefore = /^[^\d;]{1,60};\s{0,3}(?=\S{0,12}\d)/;
/** "1-5 September 2008": the days of a conference, in place of a volume. */
const days = /^\d{1,2}(?:\.?\s?[-–]\s?\d{1,2})?\.?\s\p{L}{3,12}\s\d{4}$/u;
const volumeOf = (written: string | null | undefined) => (days.test(textOrNull(written) ?? '') ? undefined : written);

/** A page number. Other texts count only if they have a digit and are no sentence: DataCite cuts descriptions up. */
function pageOf(written: string | null | undefined): string | undefined {
  const text = (textOrNull(written) ?? '').replace(placeBefore, '');
  return pageNumber.exec(text)?.[1] ?? (/\d/.test(text) && !isProse(text) ? text : undefined);
}

const isProse = (text: string) => text.length > 40 || (text.match(/\p{L}{3,}/gu) ?? []).length > 2;

/** The container, with its numbers in the right fields. */
export function dataciteContainer({ container }: Attributes): Attributes['container'] {
  if (!container) return container;
  const title = textOrNull(container.title) ?? '';
  const isNumbered = Boolean(container.volume || container.issue);
  const [, name, volume, issue, first, last] = (!isNumbered && seriesInformation.exec(title)) || [];
  if (issue !== undefined || last !== undefined) {
    const pages = { firstPage: container.firstPage ?? first, lastPage: container.lastPage ?? last };
    return { ...container, title: name, volume, issue, ...pages };
  }
  const [ofTitle, ofPages] = [numbersIn(title), numbersIn(container.firstPage)];
  const numbers = ofPages ?? ofTitle;
  const [, bareTitle = title, titleVolume, titleIssue] = (!isNumbered && !numbers && numberedTitle.exec(title)) || [];
  return {
    ...container,
    title: ofTitle ? undefined : bareTitle,
    volume: numbersIn(container.volume)?.volume ?? volumeOf(container.volume) ?? numbers?.volume ?? titleVolume,
    issue: container.issue ?? numbers?.issue ?? titleIssue,
    firstPage: ofPages ? pageOf(container.lastPage) : pageOf(container.firstPage),
    lastPage: ofPages ? undefined : pageOf(container.lastPage),
  };
}

/** The container and series. For a preprint, the server, which is its publisher. */
export function placeOf(record: Attributes, type: string | null): Venue {
  const { container, relatedItems } = record;
  const [host, series] = relatedItems
    .filter(({ relationType }) => relationType === 'IsPublishedIn')
    .map(({ titles }) => nameOrNull(titles[0]?.title));
  const named = nameOrNull(container?.title) ?? host ?? null;
  // A whole book may be named as its own container.
  const isItself = record.titles.some(({ title }) => textOrNull(title) === named);
  const name = isItself ? null : named;
  if (name === null) {
    return { container_title: type === 'posted-content' ? nameOrNull(record.publisher) : null, series_title: null };
  }
  const { container_title, series_title } = venueOf(type, [name]);
  return { container_title, series_title: series_title ?? series ?? null };
}
