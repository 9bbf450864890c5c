import { runInNewContext } from 'node:vm';
import { expect, test } from '@jest/globals';
import { listComponent } from '#src/publishing/pages/list-component.ts';

/** The count above a list after a search, without a browser. */
function countAfter(language: string, query: string): string {
  const defined: (new () => Record<string, unknown>)[] = [];
  const items = ['Kilns', 'Kilns again', 'Öfen'].map((textContent) => ({ textContent, dataset: {}, hidden: false }));
  class HTMLElement {
    querySelectorAll = (selector: string) => (selector === 'section' ? [] : items);
  }
  const customElements = { get: () => undefined, define: (_: string, each: (typeof defined)[0]) => defined.push(each) };
  const texts = runInNewContext(`${listComponent}; texts`, { HTMLElement, customElements });
  const List = defined[0] as (typeof defined)[0];
  const list = Object.assign(new List(), {
    ...{ texts: texts[language], count: { textContent: '' } },
    ...{ query: { value: query }, year: { value: '' }, kind: { value: '' } },
  }) as unknown as { filter(): void; count: { textContent: string } };
  list.filter();
  return list.count.textContent;
}

test.each([
  ['en', 'kilns', '2 publications shown'],
  ['en', 'ofen', '1 publication shown'],
  ['en', 'glass', '0 publications shown'],
  ['de', 'kilns', '2 Publikationen angezeigt'],
  ['de', 'ofen', '1 Publikation angezeigt'],
])('in %s, the search for %s ends with %s', (language, query, count) => {
  expect(countAfter(language, query)).toBe(count);
});
