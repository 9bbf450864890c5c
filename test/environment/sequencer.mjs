import Sequencer from '@jest/test-sequencer';

/** Files that take long, the longest first. */
const longOnes = [/[.]browser[.]ts$/, /\/e2e\/.*[.]slow[.]test[.]ts$/, /[.]slow[.]test[.]ts$/, /\/e2e\//];

const rank = (/** @type {string} */ path) => {
  const found = longOnes.findIndex((pattern) => pattern.test(path));
  return found === -1 ? longOnes.length : found;
};

/**
 * Jest's order, but what takes long first: one long file at the end would leave all other workers idle. Jest knows how long
 * files take only where they have run before, and not in a clean clone.
 */
export default class LongFirst extends Sequencer {
  /** @override */
  sort(/** @type {{ path: string }[]} */ tests) {
    return super.sort(tests).sort((one, other) => rank(one.path) - rank(other.path));
  }
}
