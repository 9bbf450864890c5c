import { expect, test } from '@jest/globals';
import { findPathFault } from '#src/http/path-rules.ts';

test.each([
  [['/v1/doi/{doi+}', '/v1/doi', '/v1/people/{orcid}', '/v1/people/{orcid}/publications', '/v1/people/search']],
  [['/a/{id}/b/{b}', '/a/{id}/c/{c}']],
  [[]],
])('%j: taken', (paths) => expect(findPathFault(paths)).toBeUndefined());

test.each([
  [['/doi/{doi+}/versions'], '/doi/{doi+}/versions', 'the greedy parameter {doi+} must be the last segment'],
  [['/people/{orcid}', '/people/{id}/works'], '/people/{id}/works', '{id} and {orcid} cannot both be below /people'],
  [['/doi/{doi}', '/doi/{doi+}'], '/doi/{doi+}', '{doi+} and {doi} cannot both be below /doi'],
  [['/{a}', '/{b}'], '/{b}', '{b} and {a} cannot both be below /'],
])('%j: %s is refused', (paths, path, message) => expect(findPathFault(paths)).toMatchObject({ path, message }));
