import { expect, test } from '@jest/globals';
import { release } from '#src/runtime/release.ts';
import { checkChangelog } from '../../scripts/deployment/way-back.ts';

const changelog = (unreleased: string) =>
  `# Changelog\n\n## [Unreleased]\n${unreleased}\n## [1.1.0] - 2026-01-31\n\nGoing back to\n1.0.0 is possible.\n`;
const unreleased = '\nGoing back to 1.1.0 is possible.\n';

test.each<[string, string, string, string]>([
  ['from a release', '1.1.0', '1.0.0', ''],
  ['from what is not released yet', release, '1.1.0', unreleased],
  ['between deployments of one release', '0.9.0', '0.9.0', ''],
])('one can go back %s', (_, from, to, notes) => {
  expect(() => checkChangelog(changelog(notes), from, to)).not.toThrow();
});

test.each<[string, string, string, string, string]>([
  ['further than the changelog says', '1.1.0', '0.9.0', unreleased, 'Going back to 0.9.0 is possible'],
  ['from what says nothing of it', release, '1.1.0', '', 'Going back to 1.1.0 is possible'],
  ['from a release that it does not name', '99.0.0', '1.1.0', unreleased, 'does not know 99.0.0'],
])('one cannot go back %s', (_, from, to, notes, why) => {
  expect(() => checkChangelog(changelog(notes), from, to)).toThrow(why);
});
