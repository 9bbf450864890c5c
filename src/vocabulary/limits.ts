/** How much of a field of a source is kept. */
export interface Limit {
  /** Length of each text, in UTF-16 units. */
  characters?: number;
  /** Longer texts are dropped, because a part of one would mean something else. */
  isWhole?: boolean;
  /** Entries of a list, or languages of a text. */
  entries?: number;
  /** Length of a list as JSON, in UTF-16 units. */
  totalCharacters?: number;
  /** The fields of the entries. */
  each?: Record<string, Limit>;
}

const line: Limit = { characters: 1_000 };
const label: Limit = { characters: 200 };
const address: Limit = { characters: 2_048, isWhole: true };
const identifier: Limit = { characters: 100, isWhole: true };
const title: Limit = { characters: 2_000, entries: 20 };

const person: Record<string, Limit> = {
  name: { characters: 500 },
  given: { characters: 500 },
  family: { characters: 500 },
  suffix: { characters: 50 },
  affiliations: { characters: 500, entries: 50 },
  affiliation_details: {
    entries: 20,
    each: { printed: { characters: 500 }, name: { characters: 500 }, ror: identifier },
  },
};

const funders: Limit = {
  entries: 500,
  totalCharacters: 300_000,
  each: {
    name: { characters: 500 },
    awards: { characters: 200, entries: 200 },
    award_details: {
      entries: 200,
      each: { number: { characters: 200 }, title: line, uri: address },
    },
  },
};

/** Limits that several fields have, or that are long. */
export const limits = { line, label, address, identifier, title, person, funders };
