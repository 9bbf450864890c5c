import { beforeEach, jest } from '@jest/globals';
import { lateCommitMs } from '#src/lists/load/shards.ts';
import { carberry } from '../support/builders.ts';
import { freshTable } from '../support/engine.ts';
// Sets the address and the name of the registry.
import '../support/event.ts';
import { captureLog } from '../support/log.ts';
import { ingestPublication } from '../support/publicity.ts';

/** A repository of OAI-PMH with a clock, and a harvester. */

captureLog();

export let nowMs = 1_800_000_000_000;
let answerOai: typeof import('#src/publishing/oai/answer.ts').answerOai;
/** An empty table, with nothing of the last one in memory. */
export async function begin() {
  nowMs += 100 * lateCommitMs;
  await freshTable();
  jest.resetModules();
  ({ answerOai } = await import('#src/publishing/oai/answer.ts'));
}
beforeEach(async () => {
  jest.spyOn(Date, 'now').mockImplementation(() => nowMs);
  await begin();
});
/** Sets the clock forward, or back. */
export const later = (ms: number) => {
  nowMs += ms;
};

/** Asks the protocol. Returns the XML. */
export const ask = (query: string) => answerOai([...new URLSearchParams(query)], new Date(nowMs));
/** The texts of all elements of a name. */
export const all = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([^<]*)</${name}>`, 'g'))].map(([, text]) => text);
export const tokenOf = (xml: string) => all(xml, 'resumptionToken')[0];
export const errorOf = (xml: string) => /<error code="(\w+)"/.exec(xml)?.[1];
export const repository = 'oai:registry.example.org:';

/** The headers of one page: whether each record exists. */
function headersOf(xml: string): [doi: string, isDeleted: boolean][] {
  const headers = xml.matchAll(/<header( status="deleted")?><identifier>([^<]*)<\/identifier>/g);
  return [...headers].map(([, deleted, identifier = '']) => [identifier.slice(repository.length), Boolean(deleted)]);
}

/** Everything that a harvester gets, with something that happens between the pages. */
export async function harvest(query: string, between: () => Promise<void> = async () => undefined) {
  const pages: string[] = [];
  for (let next = `verb=ListRecords&metadataPrefix=oai_dc${query}`; ; ) {
    const xml = await ask(next);
    pages.push(xml);
    const token = tokenOf(xml);
    if (!token)
      return { pages, headers: pages.flatMap(headersOf), responseDate: all(pages[0] ?? '', 'responseDate')[0] };
    next = `verb=ListRecords&resumptionToken=${token}`;
    await between();
  }
}

export const doi = (n: number) => `10.5555/pot.${String(n).padStart(3, '0')}`;
export async function store(count: number) {
  for (let n = 0; n < count; n++) await ingestPublication(doi(n), carberry, `Pot ${n}`);
}
