import { expect, test } from '@jest/globals';
import { negotiateFormat } from '#src/formats/accept.ts';

test.each([
  [undefined, 'json'],
  ['', 'json'],
  ['*/*', 'json'],
  ['application/*', 'json'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'json'],
  ['application/json', 'json'],
  ['text/html', 'json'],
  ['application/x-bibtex', 'bibtex'],
  ['Application/X-BibTeX; charset=utf-8', 'bibtex'],
  ['application/x-research-info-systems', 'ris'],
  ['application/vnd.citationstyles.csl+json', 'csl-json'],
  ['text/csv', 'csv'],
  ['text/*', 'csv'],
  ['text/csv, */*', 'csv'],
  ['text/csv;q=0.5, application/json', 'json'],
  ['application/json;q=0.5, text/csv', 'csv'],
  ['application/json;q=0.5, text/csv;Q=0.6', 'csv'],
  ['text/csv, application/x-bibtex', 'csv'],
  ['application/x-bibtex, text/csv', 'bibtex'],
  ['text/csv, application/json', 'csv'],
  ['*/*, application/json;q=0, application/x-bibtex;q=0', 'ris'],
  ['text/csv;q=0', 'json'],
  ['text/csv;q=2', 'json'],
  ['text/csv;q=', 'json'],
  ['text/csv;q=x', 'json'],
  [';;,,/;q', 'json'],
])('Accept: %s gives %s', (accept, format) => expect(negotiateFormat(undefined, accept)).toBe(format));

test('what the parameter asks for wins', () => {
  expect(negotiateFormat('ris', 'text/csv')).toBe('ris');
  expect(negotiateFormat('json', 'text/csv')).toBe('json');
});
