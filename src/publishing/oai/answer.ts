import { publicAddress } from '#src/http/links.ts';
import { element, type Markup } from '#src/records/citations/markup.ts';
import { env } from '#src/runtime/env.ts';
import { earliestDatestamp, findRow, getRecord, type Harvest, harvestPage } from './harvest.ts';
import { OaiError, type OaiRequest, parsePeriod, parsePrefix, parseRequest, utcTime } from './protocol.ts';
import { type Continuation, parseResumptionToken, resumptionToken } from './resumption-token.ts';
import { listSets, readMembers } from './sets.ts';

const namespace = 'http://www.openarchives.org/OAI/2.0/';
export const oaiPath = '/oai';

const formats = [
  {
    metadataPrefix: 'oai_dc',
    schema: 'http://www.openarchives.org/OAI/2.0/oai_dc.xsd',
    metadataNamespace: 'http://www.openarchives.org/OAI/2.0/oai_dc/',
  },
  {
    metadataPrefix: 'oai_openaire',
    schema: 'https://www.openaire.eu/schema/repo-lit/4.0/openaire.xsd',
    metadataNamespace: 'http://namespace.openaire.eu/schema/oaire/',
  },
];

/** The XML document that answers a request of OAI-PMH, its errors included. `sent` are the arguments as sent. */
export async function answerOai(sent: readonly (readonly [string, string])[], now: Date): Promise<string> {
  const responseSeconds = Math.floor(now.getTime() / 1000);
  let request: OaiRequest | undefined;
  let content: Markup | Markup[];
  try {
    request = parseRequest(sent);
    content = await answerVerb(request, responseSeconds, now);
  } catch (error) {
    if (!(error instanceof OaiError)) throw error;
    // Arguments that are not those of a verb must not be repeated.
    if (error.code === 'badArgument') request = undefined;
    content = element('error', { code: error.code }, error.message);
  }
  const attributes = request ? { verb: request.verb, ...request.arguments } : {};
  const document = element(
    'OAI-PMH',
    {
      xmlns: namespace,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${namespace} http://www.openarchives.org/OAI/2.0/OAI-PMH.xsd`,
    },
    element('responseDate', {}, utcTime(responseSeconds)),
    element('request', attributes, publicAddress(oaiPath)),
    content,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${document.markup}\n`;
}

async function answerVerb({ verb, arguments: given }: OaiRequest, responseSeconds: number, now: Date): Promise<Markup> {
  const harvest = async (): Promise<Harvest> => ({
    repository: repositoryHost(),
    members: await readMembers(now),
    responseSeconds,
  });
  switch (verb) {
    case 'Identify':
      return identify(await harvest());
    case 'ListMetadataFormats': {
      // Every record has all formats, deleted ones too.
      if (given.identifier !== undefined) await findRow(given.identifier, await harvest());
      return element(
        verb,
        {},
        formats.map((format) => element('metadataFormat', {}, fields(format))),
      );
    }
    case 'ListSets': {
      if (given.resumptionToken !== undefined) throw new OaiError('badResumptionToken', 'ListSets has one part only');
      const sets = await listSets(await readMembers(now));
      return element(
        verb,
        {},
        sets.map(({ spec, name }) => element('set', {}, fields({ setSpec: spec, setName: name }))),
      );
    }
    case 'GetRecord': {
      const prefix = parsePrefix(given.metadataPrefix);
      return element(verb, {}, await getRecord(given.identifier ?? '', prefix, await harvest()));
    }
    case 'ListIdentifiers':
    case 'ListRecords':
      return list(verb, given, await harvest());
  }
}

const fields = (values: Readonly<Record<string, string>>): Markup[] =>
  Object.entries(values).map(([name, value]) => element(name, {}, value));

async function identify(harvest: Harvest): Promise<Markup> {
  const values = {
    repositoryName: env('SITE_NAME'),
    baseURL: publicAddress(oaiPath),
    protocolVersion: '2.0',
    adminEmail: env('SITE_CONTACT_EMAIL') || `postmaster@${harvest.repository}`,
    earliestDatestamp: utcTime(await earliestDatestamp(harvest)),
    deletedRecord: 'persistent',
    granularity: 'YYYY-MM-DDThh:mm:ssZ',
  };
  return element('Identify', {}, fields(values));
}

async function list(
  verb: 'ListIdentifiers' | 'ListRecords',
  given: OaiRequest['arguments'],
  harvest: Harvest,
): Promise<Markup> {
  const request = continuationOf(verb, given);
  const { items, after } = await harvestPage(request, harvest);
  // The schema allows no empty list, not even where the rest of one has left it since the last response.
  if (items.length === 0) throw new OaiError('noRecordsMatch', 'The list is empty, or ends here');
  const { cursor } = request;
  const token =
    after === undefined
      ? // The last part of several says that it is the last.
        request.after !== undefined && element('resumptionToken', { cursor: String(cursor) })
      : element(
          'resumptionToken',
          { cursor: String(cursor) },
          resumptionToken({ ...request, after, cursor: cursor + items.length }),
        );
  return element(verb, {}, items, token);
}

/** The request of a list: from its arguments, or from the token of the last response. */
function continuationOf(
  verb: 'ListIdentifiers' | 'ListRecords',
  given: OaiRequest['arguments'],
): Omit<Continuation, 'after'> & { after?: string } {
  if (given.resumptionToken !== undefined) return parseResumptionToken(given.resumptionToken, verb);
  const prefix = parsePrefix(given.metadataPrefix);
  return { verb, prefix, ...parsePeriod(given), set: given.set ?? null, cursor: 0 };
}

/** The host name in identifiers: that of the public address. A laptop has none, so its records are in `localhost`. */
function repositoryHost(): string {
  const { hostname } = new URL(publicAddress(''));
  return /^[a-z][a-z\d-]*(\.[a-z][a-z\d-]*)+$/.test(hostname) ? hostname : 'registry.localhost';
}
