import { type Deposit, type DepositField, type Listing, relationTypes, type Sequence } from './strangers-fixture.ts';
import type { VictimKey } from './victim-fixture.ts';

// Attempts of a stranger on a publication of somebody else, one named case each.

const deposit = (fields: Partial<Deposit>): Deposit => ({
  does: 'deposit',
  who: 'high',
  slot: 'deposit0',
  at: 'sharedRepository',
  like: 'data',
  says: [],
  states: [],
  named: 'own',
  ...fields,
});
const listing = (fields: Partial<Listing>): Listing => ({
  does: 'list',
  who: 'low',
  what: 'article',
  says: [],
  ...fields,
});

export type Case = [name: string, sequence: Sequence];
const copy: DepositField[] = ['title', 'authors', 'article', 'newer'];

/** One deposit about several of another person's in the repository where everybody deposits, with one common family name. */
const oneRepository: Case[] = (
  [
    [
      'IsVersionOf five data sets',
      { states: to('is-version-of', 'data', 'sibling', 'figshare1', 'figshare2', 'article') },
    ],
    ['IsIdenticalTo two data sets', { states: to('is-identical-to', 'data', 'sibling') }],
    ['HasVersion of two data sets', { states: to('has-version', 'data', 'sibling') }],
    ['the third DOI of a data set', { states: to('is-version-of', 'concept') }],
    [
      'as a newer edition of the third DOI',
      { says: ['family', 'newer'], states: to('is-version-of', 'concept', 'data') },
    ],
    ['at another prefix of it', { at: 'otherPrefix', states: to('is-version-of', 'data', 'sibling') }],
    ['with an iD of the victim', { says: ['authorIds', 'newer'], states: to('is-version-of', 'data', 'sibling') }],
    ['as a text', { says: ['family', 'article'], states: to('is-version-of', 'data', 'sibling') }],
  ] satisfies [string, Partial<Deposit>][]
).map(
  ([name, fields]): Case => [
    `one repository: ${name}`,
    {
      victim: ['data', 'sibling', 'figshare1', 'figshare2', 'article'],
      steps: [deposit({ says: ['family', 'newer'], ...fields })],
    },
  ],
);

const onePrefix: Case[] = (
  [
    ['a preprint on the same server', 'preprint', { at: 'preprintServer', says: ['family', 'preprint', 'newer'] }],
    ['an article at the same publisher', 'article', { at: 'samePublisher', says: ['family', 'article', 'newer'] }],
    ['a book at the same publisher', 'book', { at: 'samePublisher', says: ['family', 'book', 'newer'] }],
  ] satisfies [string, VictimKey, Partial<Deposit>][]
).flatMap(([name, victim, fields]) =>
  (['is-version-of', 'has-version', 'is-identical-to', 'is-preprint-of', 'has-preprint'] as const).map(
    (type): Case => [
      `one prefix: ${name}, ${type}`,
      { victim: [victim], steps: [deposit({ like: victim, states: to(type, victim), ...fields })] },
    ],
  ),
);

/** Copies with the title and the authors of a journal article. */
const copies: Case[] = [
  [
    'a copy that a second copy calls its original',
    {
      victim: ['article'],
      steps: [
        deposit({ at: 'otherRepository', like: 'article', says: copy, states: to('is-identical-to', 'article') }),
        deposit({ slot: 'deposit1', like: 'article', says: copy, states: to('is-version-of', 'deposit0') }),
      ],
    },
  ],
  [
    'a copy that an article with a journal calls its original',
    {
      victim: ['article'],
      steps: [
        deposit({
          at: 'otherPublisher',
          like: 'article',
          says: [...copy, 'journal'],
          states: to('has-version', 'article'),
        }),
        deposit({
          slot: 'deposit1',
          at: 'otherRepository',
          like: 'article',
          says: copy,
          states: to('is-version-of', 'deposit0'),
        }),
      ],
    },
  ],
  [
    'a copy in the journal that names the preprint',
    {
      victim: ['article', 'preprint'],
      steps: [
        deposit({
          at: 'otherPublisher',
          like: 'article',
          says: [...copy, 'journal'],
          states: to('has-preprint', 'preprint'),
        }),
      ],
    },
  ],
  [
    'a copy of a data set that names its third DOI',
    {
      victim: ['data'],
      steps: [
        deposit({ at: 'otherRepository', says: ['title', 'authors', 'newer'], states: to('is-version-of', 'concept') }),
      ],
    },
  ],
  [
    'a copy of a data set that is not older',
    {
      victim: ['data'],
      steps: [deposit({ says: ['title', 'authors', 'newer'], states: to('is-version-of', 'data') })],
    },
  ],
  [
    'a copy with the iDs of the authors',
    {
      victim: ['sibling'],
      steps: [
        deposit({
          at: 'otherRepository',
          says: ['title', 'authorIds', 'newer'],
          states: to('is-identical-to', 'sibling'),
        }),
      ],
    },
  ],
  [
    'a copy of a data set with a version',
    {
      victim: ['figshare1'],
      steps: [deposit({ like: 'figshare1', named: 'version', says: ['title', 'family', 'newer'] })],
    },
  ],
].map(([name, sequence]): Case => [`copies: ${String(name)}`, sequence as Sequence]);

const allFields = [
  ...([
    'title',
    'subtitle',
    'german',
    'pmid',
    'pmcid',
    'handle',
    'eid',
    'arxivId',
    'issn',
    'day',
    'url',
    'journal',
  ] as const),
  ...(['type', 'contributors'] as const),
];

/** The fields that any ORCID record that lists a DOI can state about it. */
const fields: Case[] = [
  ...(['article', 'unknown'] as const).flatMap((what) =>
    allFields.map(
      (field): Case => [`summary: ${field} of ${what}`, { victim: [what], steps: [listing({ what, says: [field] })] }],
    ),
  ),
  ...(['data', 'announced', 'article', 'unknown'] as const).flatMap((what) =>
    (['low', 'high'] as const).map(
      (who): Case => [
        `summary: everything about ${what}, by a ${who === 'low' ? 'lower' : 'higher'} iD`,
        { victim: [what], steps: [listing({ who, what, says: [...allFields] })] },
      ],
    ),
  ),
];

/** Namesakes of a matched author who list the article. */
const namesakes: Case[] = (['byName', 'article', 'initials', 'announced'] as const).flatMap((what) =>
  (['lowNamesake', 'highNamesake'] as const).map(
    (who): Case => [
      `namesake: of ${what}, with a ${who === 'lowNamesake' ? 'lower' : 'higher'} iD`,
      { victim: [what], steps: [listing({ who, what })] },
    ],
  ),
);

/** Every relation, from another repository and from a publisher. */
const relations: Case[] = relationTypes.flatMap((type) =>
  (['otherRepository', 'samePublisher'] as const).map(
    (at): Case => [
      `relation: ${type}, from the ${at === 'samePublisher' ? 'same publisher' : 'repository of somebody else'}`,
      {
        victim: ['article', 'data'],
        steps: [
          deposit({
            at,
            like: 'article',
            says: ['family', 'journal', 'newer', 'article'],
            states: to(type, 'article', 'data'),
          }),
        ],
      },
    ],
  ),
);

function to(type: (typeof relationTypes)[number], ...targets: Deposit['states'][number]['to'][]) {
  return targets.map((target) => ({ type, to: target }));
}

export const cases: Case[] = [...oneRepository, ...onePrefix, ...copies, ...fields, ...namesakes, ...relations];

/** One of each kind, for a quick look. */
export const mainCases = cases.filter(([name]) =>
  [
    'one repository: IsVersionOf five data sets',
    'one prefix: a preprint on the same server, is-version-of',
    'copies: a copy that a second copy calls its original',
    'copies: a copy in the journal that names the preprint',
    'summary: everything about article, by a lower iD',
    'summary: everything about unknown, by a lower iD',
    'summary: everything about announced, by a higher iD',
    'namesake: of byName, with a lower iD',
    'namesake: of byName, with a higher iD',
    'relation: retracts, from the same publisher',
  ].includes(name),
);

/** Sixty deposits of one registrant about one data set. */
export const flood: Sequence = {
  victim: ['data'],
  steps: Array.from({ length: 60 }, (_, n) =>
    deposit({
      ...{ slot: `deposit${n}`, at: 'otherRepository', says: ['family'], states: to('is-version-of', 'data') },
    }),
  ),
};
