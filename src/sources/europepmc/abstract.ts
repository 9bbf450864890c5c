import * as z from 'zod';
import { emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { abstractOf } from '../fields/abstract.ts';
import { lenient, validElements } from '../fields/response-fields.ts';
import { boundedBibliography } from '../limits/cut.ts';
import { fetchJson, type SourceCallOptions } from '../requests/http.ts';
import { bodyOf, type SourceAnswer } from '../requests/source.ts';

const Article = z.looseObject({ doi: z.string(), abstractText: lenient(z.string()) });

/** https://europepmc.org/RestfulWebService, `search` with the result type `core`. */
const Answer = z.looseObject({
  resultList: z.looseObject({ result: z.array(z.unknown()).pipe(validElements(Article)) }),
});

/** A DOI may have several entries: a preprint, an article and its copy in PubMed Central. */
const pageSize = '5';

/**
 * Reads the abstract of a DOI from Europe PMC; undefined if it has none. Throws like fetchJson, and
 * SourceAnswerMalformed if the response is not a list of articles.
 */
export async function readAbstract(
  doi: string,
  callOptions: SourceCallOptions = {},
): Promise<SourceAnswer<'europepmc'> | undefined> {
  // They would end the quoted search phrase.
  if (/["\\]/.test(doi)) return undefined;
  const query = { query: `DOI:"${doi}"`, format: 'json', resultType: 'core', pageSize };
  const response = await fetchJson('europepmc', { path: '/search', query, ...callOptions });
  if (response.status === 404) return undefined;
  const { resultList } = bodyOf('europepmc', response, Answer, 'list of articles');
  for (const { doi: held, abstractText } of resultList.result) {
    // Only the fields read are stored, because an article also has the addresses of its authors.
    const read = parseDoi(held) === doi ? parseAbstract({ doi: held, abstractText }, response.cuts) : undefined;
    if (read) return read;
  }
  return undefined;
}

/** Parses an abstract that Europe PMC sent earlier; undefined if it is not one. */
export function parseAbstract(raw: unknown, cuts?: readonly string[]): SourceAnswer<'europepmc'> | undefined {
  const { data: article } = Article.safeParse(raw);
  const doi = article && parseDoi(article.doi);
  const abstract = abstractOf(article?.abstractText);
  return doi && abstract
    ? { source: 'europepmc', doi, ...boundedBibliography({ ...emptyBibliography, abstract }, cuts), raw }
    : undefined;
}
