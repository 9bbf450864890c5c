/** The key, with the first suffix of a, b, … z, aa, … that makes it unique if it is taken. It is taken then. */
export function freeKey(key: string, taken: Set<string>): string {
  let free = key;
  for (let count = 0; taken.has(free); count++) free = key + lettersOf(count);
  taken.add(free);
  return free;
}

const lettersOf = (count: number): string =>
  (count >= 26 ? lettersOf(Math.floor(count / 26) - 1) : '') + String.fromCharCode(97 + (count % 26));
