import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { orcidBibliographies, wholeBibliography } from '#src/records/orcid/bibliography.ts';
import { planRecord } from '#src/records/orcid/plan.ts';
import {
  applyIncoming,
  hasPublicationChanged,
  type IncomingPublication,
  PublicationRecord,
  shownPublication,
} from '#src/records/publications/publication.ts';
import { rowOf } from '#src/records/publications/row-of.ts';
import { parseEnrichment } from '#src/sources/openalex/record.ts';
import { workGroupsOf } from '#src/sources/orcid/record.ts';
import { readers as sourceReaders } from '#src/sources/readers.ts';
import { emptyBibliography } from '#src/vocabulary/bibliography.ts';
import { sampleDir } from '../../local/options.ts';
import { anyText } from '../support/any-text.ts';
import { anIncoming, carberry } from '../support/builders.ts';

// Answers of the sample with anything in place of one of their values, unlike any recording.

type Json = { [name: string]: Json } | Json[] | string | number | boolean | null;

const read = (folder: string): Json[] =>
  readdirSync(join(sampleDir, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.json') && !/person|employments|work-/.test(file))
    .map((file) => JSON.parse(readFileSync(join(sampleDir, folder, file), 'utf8')));

/** The publications that are read from each source's answer; none if it is refused. */
const readers: Record<string, { answers: Json[]; incoming: (raw: Json) => IncomingPublication[] }> = {
  crossref: {
    answers: read('crossref').map((body) => (body as { message: Json }).message),
    incoming: (raw) => agency('crossref', raw),
  },
  datacite: {
    answers: read('datacite').map((body) => (body as { data: Json }).data),
    incoming: (raw) => agency('datacite', raw),
  },
  openalex: {
    answers: read('openalex'),
    incoming: (raw) => {
      const answer = parseEnrichment('10.5555/pots', raw);
      const { bibliography: enriched = null, enrichment = null } = answer ?? {};
      return answer ? [anIncoming({ original: emptyBibliography, enriched, enrichment })] : [];
    },
  },
  orcid: {
    answers: read('orcid').filter((body) => body !== null && typeof body === 'object' && 'group' in body),
    incoming: (raw) =>
      planRecord(workGroupsOf(raw) ?? []).publications.flatMap(({ doi, summary, others }) => {
        const listed = orcidBibliographies([summary, ...others], doi);
        const original = listed[0] ? wholeBibliography(listed[0]) : emptyBibliography;
        return [
          anIncoming({
            doi,
            source: 'orcid',
            original,
            orcidBibliographies: { [carberry]: listed },
          }),
        ];
      }),
  },
};

function agency(source: 'crossref' | 'datacite', raw: Json): IncomingPublication[] {
  const answer = sourceReaders[source].parse(raw, '');
  return answer ? [anIncoming({ doi: answer.doi, source, original: answer.bibliography })] : [];
}

const hostile: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>(
    '\u0000',
    'a\ud800b',
    '\u202etxet',
    '<b><i>'.repeat(50),
    '&amp;amp;lt;b&gt;',
    '$x_{'.repeat(20),
    '\\textit{'.repeat(20),
    ';'.repeat(100),
    'word '.repeat(2_000),
    '__proto__',
    'constructor',
    '-1',
    '9999-99-99',
    '２０１９',
    'محمد بن سلمان',
    '小明 王',
    'javascript:alert(1)',
    'http://[::1',
    '10.5555/a\u0000b',
    '0000-0002-1825-0097',
    ':unav',
    'et al.',
  ),
  anyText({ maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>,
);

/** All places of a value, each with its parent. */
function placesIn(answer: Json): [Record<string, Json>, string][] {
  if (answer === null || typeof answer !== 'object') return [];
  const holder = answer as Record<string, Json>;
  return Object.keys(holder).flatMap((name) => [
    [holder, name] as [typeof holder, string],
    ...placesIn(holder[name] ?? null),
  ]);
}

/** The answer with another value in one place, or without it. */
function changed(answer: Json, at: number, value: Json | undefined): Json {
  const copy = structuredClone(answer);
  const places = placesIn(copy);
  const [holder, name] = places[at % places.length] ?? [];
  if (holder && name !== undefined) {
    if (value === undefined) delete holder[name];
    else holder[name] = value;
  }
  return copy;
}

/** The first text that cannot be stored or shown unchanged. */
function unclean(value: unknown): string | undefined {
  if (typeof value === 'string') {
    const isClean = value.isWellFormed() && !/[\p{Cc}--[\n\t]]/v.test(value);
    return isClean ? undefined : JSON.stringify(value);
  }
  if (value === null || typeof value !== 'object') return undefined;
  return Object.values(value)
    .map(unclean)
    .find((found) => found !== undefined);
}

describe('an answer with anything in place of a value', () => {
  const people = [{ orcid: carberry, name: 'Josiah Carberry', givenName: 'Josiah', familyName: 'Carberry' }];
  const now = new Date(1e12);

  function expectRecords(incoming: IncomingPublication[]): void {
    for (const read of incoming) {
      const record = applyIncoming(undefined, read, people, now);
      const stored = PublicationRecord.parse(JSON.parse(JSON.stringify(record)));
      expect(stored).toEqual(record);
      expect(hasPublicationChanged(stored, applyIncoming(stored, read, people, now))).toBe(false);
      expect(unclean([shownPublication(stored), rowOf(stored)])).toBeUndefined();
    }
  }

  test.each(Object.entries(readers))(
    'of %s becomes a record that can be stored and shown, or is refused',
    (_, { answers, incoming }) => {
      expect(answers.length).toBeGreaterThan(0);
      const place = fc.nat({ max: 100_000 });
      fc.assert(
        fc.property(fc.constantFrom(...answers), place, fc.option(hostile, { nil: undefined }), (answer, at, value) =>
          expectRecords(incoming(changed(answer, at, value))),
        ),
        { numRuns: 60 },
      );
    },
  );

  test.each(Object.entries(readers))(
    'of %s, also if it is a name that every object has',
    (_, { answers, incoming }) => {
      const lengthOf = (answer: Json) => JSON.stringify(answer).length;
      const longest = answers.reduce((most, each) => (lengthOf(each) > lengthOf(most) ? each : most));
      for (let at = 0; at < placesIn(longest).length; at++)
        expectRecords(incoming(changed(longest, at, 'constructor')));
    },
  );
});
