import { release } from '#src/runtime/release.ts';
import type { Deployment } from './kept.ts';

/** Why a deployment cannot be restored, with advice in the message. */
export class Refused extends Error {
  override name = 'Refused';
}

/** The deployment to return to: the last completed one before the current one, or the one named. */
export function targetOf(history: readonly Deployment[], id: string | undefined): Deployment {
  const [running, ...earlier] = history;
  if (!running) throw new Refused('No deployment is kept. npm run deploy keeps them.');
  if (id !== undefined) {
    const named = history.find((each) => each.id === id);
    if (!named) throw new Refused(`No deployment ${id} is kept: --list names those that are.`);
    return named;
  }
  // A failed return is repeated.
  const isReturn = running.assembly !== running.id;
  const found = earlier.find(
    ({ state, assembly }) =>
      state === 'done' &&
      (isReturn && running.state === 'begun' ? assembly === running.assembly : assembly < running.assembly),
  );
  if (!found) throw new Refused('No deployment before the one that runs is kept.');
  return found;
}

/** Throws unless the changelog allows returning from one release to the other. */
export function checkChangelog(changelog: string, from: string, to: string): void {
  if (from === to) return;
  const named = changelog.indexOf(`## [${from}]`);
  // Somebody may have deployed what is not released yet.
  const start = named < 0 && from === release ? changelog.indexOf('## [Unreleased]') : named;
  if (start < 0) throw new Refused(`CHANGELOG.md does not know ${from}: check out its tag or a newer one.`);
  const [section = ''] = changelog.slice(start + 1).split(/^## \[/m);
  const sentence = `Going back to ${to} is possible`;
  if (!section.replaceAll(/\s+/g, ' ').includes(sentence))
    throw new Refused(`CHANGELOG.md does not say of ${from}: "${sentence}". See docs/upgrading.md.`);
}
