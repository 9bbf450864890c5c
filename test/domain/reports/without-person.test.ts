import { expect, test } from '@jest/globals';
import type { ReportItem } from '#src/records/reports/report-item.ts';
import { itemWithout } from '#src/records/reports/without-person.ts';
import { aReportItem } from '../../support/report-documents.ts';

const orcid = '0000-0002-1825-0097';

test('an erased author among 5,000 is gone by iD, by name and from the address of a work', () => {
  const item: ReportItem = aReportItem({
    author_count: 5_000,
    csl: {
      id: 'x',
      type: 'report',
      author: [
        { family: 'First', given: 'Fay' },
        { family: 'Last', given: 'Lee' },
      ],
      editor: [{ family: 'Last', given: 'Lee' }],
      URL: `https://orcid.org/${orcid}/work/1`,
      custom: { orcids: [{ name: 'Lee Last', orcid }], credit: [{ name: 'Lee Last', roles: [] }] },
    },
    own_authors: [{ position: 4_999, orcid, name: 'Lee Last', groups: ['g'], corresponding: null, countries: ['DE'] }],
    other_people: [],
  });
  const after = itemWithout(item, orcid, 'erased-1');
  expect(JSON.stringify(after)).not.toMatch(/0000-0002-1825-0097|Last|Lee/);
  expect(after.csl.author).toEqual([{ family: 'First', given: 'Fay' }, { literal: 'erased-1' }]);
  expect(after.own_authors).toMatchObject([{ position: 4_999, orcid: null, name: 'erased-1', groups: ['g'] }]);
  expect({ ...after, csl: 0, own_authors: 0 }).toEqual({ ...item, csl: 0, own_authors: 0 });
});

test('an item that does not name them stays the same', () => {
  const item = aReportItem({});
  expect(itemWithout(item, '0000-0000-0000-0001', 'erased-1')).toBe(item);
});
