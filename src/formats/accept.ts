import { type FeedName, feedNames, feeds } from './feed.ts';
import { type FormatName, formatNames, formats } from './format.ts';

interface Range {
  type: string;
  weight: number;
}

/**
 * The response format: the requested one, or the preferred one of Accept (RFC 9110, 12.5.1), equal weights by
 * specificity, then order. JSON without a header or supported type, which is more useful than 406.
 */
export const negotiateFormat = (
  asked: FormatName | 'json' | undefined,
  accept: string | undefined,
): FormatName | 'json' => asked ?? preferred(accept, offered);

/** Chooses the format of a publication, which can also be its web page, by the rules of `negotiateFormat`. */
export const negotiatePage = (
  asked: FormatName | 'json' | undefined,
  accept: string | undefined,
): FormatName | 'json' | 'html' => asked ?? preferred(accept, [...offered, ['html', 'text/html']]);

/** Chooses the format of a public list, which can also be a feed, by the rules of `negotiateFormat`. */
export const negotiateListFormat = (
  asked: FormatName | FeedName | 'json' | undefined,
  accept: string | undefined,
): FormatName | FeedName | 'json' => asked ?? preferred(accept, [...offered, ...offeredFeeds]);

function preferred<Name extends string>(accept: string | undefined, types: readonly [Name, string][]): Name | 'json' {
  const ranges = rangesOf(accept ?? '');
  let [best, bestRank] = ['json' as Name | 'json', [0, 0, 0]];
  for (const [name, type] of types) {
    const rank = rankOf(type, ranges);
    const better = rank.findIndex((part, index) => part !== bestRank[index]);
    if (rank[0] && better >= 0 && Number(rank[better]) > Number(bestRank[better])) [best, bestRank] = [name, rank];
  }
  return best;
}

const offered: [FormatName | 'json', string][] = [
  ['json', 'application/json'],
  ...formatNames.map((name): [FormatName, string] => [name, formats[name].mediaType]),
];

const offeredFeeds = feedNames.map((name): [FeedName, string] => [name, feeds[name].mediaType]);

function rangesOf(accept: string): Range[] {
  return accept.split(',').map((range) => {
    const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    const weight = quality === undefined ? 1 : Number(quality);
    return { type, weight: weight >= 0 && weight <= 1 ? weight : 0 };
  });
}

/** The rank of a media type: by weight, then specificity of the range, then order. */
function rankOf(type: string, ranges: Range[]): [weight: number, exactness: number, earliness: number] {
  const patterns = ['*/*', `${type.split('/')[0]}/*`, type];
  let found: [number, number, number] = [0, 0, 0];
  for (const [index, range] of ranges.entries()) {
    const exactness = patterns.indexOf(range.type) + 1;
    // The most specific range decides, even if its weight is lower.
    if (exactness > found[1]) found = [range.weight, exactness, ranges.length - index];
  }
  return found;
}
