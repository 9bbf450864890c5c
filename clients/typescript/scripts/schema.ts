/** Reads an OpenAPI document from its input and writes its types: `node scripts/schema.ts integrations < document.json`. */
import { json } from 'node:stream/consumers';
import openapiTs, { astToString, type OpenAPI3 } from 'openapi-typescript';

const heading = `/** Made from openapi/${process.argv[2]}-api.json by "npm run generate" of the repository. Not to be edited. */\n\n`;

const document = (await json(process.stdin)) as OpenAPI3;
process.stdout.write(heading + astToString(await openapiTs(document, { alphabetize: true, silent: true })));
