const unreleased = '## [Unreleased]';

/** The changelog with the unreleased notes moved under a version and day, and these notes. Throws if there are none. */
export function datedNotes(changelog: string, version: string, day: string): { text: string; notes: string } {
  const [before, rest] = split(changelog, unreleased);
  const [own = ''] = rest.split(/^## \[/m);
  const dated = `## [${version}] - ${day}`;
  if (own.trim() !== '') {
    return { text: `${before}${unreleased}\n\n${dated}${rest}`, notes: `${dated}${own}`.trim() };
  }
  const [, written] = split(changelog, `## [${version}]`);
  const [line = '', ...lines] = (written.split(/^## \[/m)[0] ?? '').split('\n');
  const notes = lines.join('\n').trim();
  if (notes === '') throw new Error(`CHANGELOG.md says nothing of ${version}`);
  return { text: changelog.replace(`## [${version}]${line}`, dated), notes: `${dated}\n\n${notes}` };
}

function split(text: string, heading: string): [before: string, rest: string] {
  const at = text.indexOf(heading);
  if (at < 0) throw new Error(`CHANGELOG.md has no heading ${heading}`);
  return [text.slice(0, at), text.slice(at + heading.length)];
}

/**
 * A file with the first occurrences of the version replaced by the next one: a lock file has the project's own version
 * twice.
 */
export function withVersion(text: string, version: string, next: string): string {
  const head = text.split('\n').slice(0, 12).join('\n');
  if (!head.includes(version))
    throw new Error(`The version ${version} is not in the first lines of a file that has it`);
  return head.replaceAll(version, next) + text.slice(head.length);
}

export const nextMinor = (version: string): string =>
  version.replace(/^(\d+)\.(\d+)\..*$/, (_, major, minor) => `${major}.${Number(minor) + 1}.0`);
