import fc from 'fast-check';
import type { WorkSummary } from '#src/records/orcid/record.ts';
import type { Author } from '#src/vocabulary/bibliography.ts';
import type { RelationType } from '#src/vocabulary/relation.ts';
import { ingestListed, refreshVictim, sources, storePeople } from './registry-fixture.ts';
import type { Said } from './sources-fixture.ts';
import {
  aListing,
  authorOf,
  bodies,
  sharedClient,
  titleOf,
  type VictimKey,
  victimKeys,
  type World,
  type WriteAuthor,
} from './victim-fixture.ts';

// Statements of people whose only right is that their iD is ingested: on their ORCID records, and in deposits of their own.

export const strangers = ['low', 'lowNamesake', 'high', 'highNamesake'] as const;
export type Stranger = (typeof strangers)[number];

/** The deposits of a sequence; one in the same place changes the one before. */
const slots = ['deposit0', 'deposit1', 'deposit2'] as const;
type Slot = `deposit${number}`;
/** The subject of a stranger's statement: a publication of the victim, a DOI that only the victim names, or a stranger's own. */
export type Target = VictimKey | 'concept' | 'series' | Slot;

/** The fields that a summary on an ORCID record may state. */
const listingFields = {
  title: { title: 'Buy pills' },
  subtitle: { subtitle: 'And more pills' },
  german: { title: { und: 'Buy pills', de: 'Kauft Pillen' } },
  pmid: { pmid: '12345678' },
  pmcid: { pmcid: 'PMC1234567' },
  handle: { handle: '10536/pills' },
  eid: { eid: '2-s2.0-12345678901' },
  arxivId: { arxivId: '1902.02534' },
  issn: { issns: ['2049-3630'] },
  day: { publicationDate: '2020-03-17' },
  url: { url: 'https://pills.example/' },
  journal: { journalTitle: 'Journal of Pills' },
  type: { workType: 'book' },
} satisfies Record<string, Partial<WorkSummary>>;
type ListingField = keyof typeof listingFields | 'sameTitle' | 'contributors' | 'grouped';
const allListingFields = [
  ...(Object.keys(listingFields) as (keyof typeof listingFields)[]),
  ...(['sameTitle', 'contributors', 'grouped'] as const),
];

/** Where deposits are registered: the agency, the prefix, and the repository at DataCite. */
const places = {
  sharedRepository: { agency: 'datacite', prefix: '10.5281', client: sharedClient },
  otherPrefix: { agency: 'datacite', prefix: '10.48550', client: sharedClient },
  otherRepository: { agency: 'datacite', prefix: '10.7777', client: 'small.repository' },
  figshare: { agency: 'datacite', prefix: '10.6084', client: sharedClient },
  samePublisher: { agency: 'crossref', prefix: '10.5555', client: '' },
  preprintServer: { agency: 'crossref', prefix: '10.31111', client: '' },
  otherPublisher: { agency: 'crossref', prefix: '10.4444', client: '' },
  nowhere: { agency: 'none', prefix: '10.99999', client: '' },
} as const;
export type Place = keyof typeof places;

/** The fields that a deposit may state besides its relations. The first ones copy a publication of the victim. */
const depositFields = [
  'title',
  'authors',
  'authorIds',
  'family',
  'group',
  'self',
  'journal',
  'newer',
  'older',
  'article',
  'preprint',
  'book',
  'ids',
  'licence',
  'ror',
  'component',
] as const;
export type DepositField = (typeof depositFields)[number];

export const relationTypes = [
  'is-version-of',
  'has-version',
  'is-identical-to',
  'is-preprint-of',
  'has-preprint',
  'is-part-of',
  'has-part',
  'is-supplement-to',
  'is-supplemented-by',
  'is-review-of',
  'has-review',
  'is-comment-on',
  'has-comment',
  'is-translation-of',
  'has-translation',
  'corrects',
  'retracts',
] as const satisfies readonly RelationType[];
export type StatedType = (typeof relationTypes)[number];

export interface Stated {
  type: StatedType;
  to: Target;
}

export interface Listing {
  does: 'list';
  who: Stranger;
  what: Target;
  says: ListingField[];
}

export interface Deposit {
  does: 'deposit';
  who: Stranger;
  slot: Slot;
  at: Place;
  /** The publication of the victim that it copies. */
  like: VictimKey;
  says: DepositField[];
  states: Stated[];
  /** Whether its DOI is its own, or that of `like` with a version or a part. */
  named: 'own' | 'version' | 'part';
}

/** The victim's own record is read again. */
export interface Refresh {
  does: 'refresh';
  what: VictimKey;
}

/** A stranger calls themselves like somebody else, or like themselves again. */
export interface Rename {
  does: 'rename';
  who: Stranger;
  to: 'victim' | 'coauthor' | Stranger;
}

export type Step = Listing | Deposit | Refresh | Rename;

const slotDois = new WeakMap<World, Map<Slot, string>>();

function doiOf(world: World, target: Target): string {
  if (target === 'concept' || target === 'series') return world.third[target];
  if (!target.startsWith('deposit')) return world.dois[target as VictimKey];
  return slotDois.get(world)?.get(target as Slot) ?? `10.7777/${world.word}.${target}`;
}

/** Takes a step beside a victim who has these publications. Others stand for one of them. */
export async function take(world: World, victim: readonly VictimKey[], step: Step): Promise<void> {
  const known = <T extends Target>(target: T): T | VictimKey => {
    const index = (victimKeys as readonly Target[]).indexOf(target);
    if (index < 0 || (victim as readonly Target[]).includes(target)) return target;
    return victim[index % victim.length] ?? target;
  };
  if (step.does === 'refresh') return refreshVictim(world, known(step.what));
  if (step.does === 'rename') return storePeople([{ ...world.people[step.to], orcid: world.people[step.who].orcid }]);
  if (step.does === 'list') return list(world, { ...step, what: known(step.what) });
  const states = step.states.map(({ type, to }) => ({ type, to: known(to) }));
  return deposit(world, { ...step, like: known(step.like), states });
}

const contributor = (name: string): Author => ({ name, given: null, family: null, orcid: null, affiliations: [] });

function list(world: World, { who, what, says }: Listing): Promise<void> {
  const { orcid, given, family } = world.people[who];
  const doi = doiOf(world, what);
  const fields = says.flatMap((field) =>
    field in listingFields ? [listingFields[field as keyof typeof listingFields]] : [],
  );
  const isOfVictim = (victimKeys as readonly string[]).includes(what);
  const same = says.includes('sameTitle') && isOfVictim ? { title: titleOf(world, what as VictimKey) } : {};
  const grouped = says.includes('grouped') ? [doi, doiOf(world, 'deposit0')] : [];
  const summary = aListing(doi, Object.assign({ title: 'Pills', putCode: 7 }, ...fields, same));
  return ingestListed({
    orcid,
    doi,
    summary: grouped.length > 0 ? { ...summary, selfDois: grouped } : summary,
    contributors: says.includes('contributors') ? [contributor(`${given} ${family}`)] : [],
    grouped,
  });
}

async function deposit(world: World, step: Deposit): Promise<void> {
  const { prefix } = places[step.at];
  const { word, dois, people } = world;
  const own = `${prefix}/${word}.${step.slot}`;
  const doi = step.named === 'own' ? own : `${dois[step.like]}${step.named === 'version' ? '.v9' : '/file9'}`;
  const known = slotDois.get(world) ?? new Map<Slot, string>();
  slotDois.set(world, known.set(step.slot, doi));
  sources.set(doi, saidBy(world, doi, step));
  await ingestListed({
    orcid: people[step.who].orcid,
    doi,
    summary: aListing(doi, { title: depositTitle(world, step) }),
  });
}

const depositTitle = (world: World, { says, like, slot }: Deposit) =>
  says.includes('title') ? titleOf(world, like) : `Buy one of ${slot} and hide many ${world.word} pills`;

/** The relations in the words of an agency; what it cannot say is left out. */
const dataciteTypes: Partial<Record<StatedType, string>> = {
  'is-version-of': 'IsVersionOf',
  'has-version': 'HasVersion',
  'is-identical-to': 'IsIdenticalTo',
  'is-part-of': 'IsPartOf',
  'has-part': 'HasPart',
  'is-supplement-to': 'IsSupplementTo',
  'is-supplemented-by': 'IsSupplementedBy',
  'is-review-of': 'Reviews',
  'has-review': 'IsReviewedBy',
  'is-translation-of': 'IsTranslationOf',
  'has-translation': 'HasTranslation',
};
const updateTypes: Partial<Record<StatedType, string>> = { corrects: 'correction', retracts: 'retraction' };

function saidBy(world: World, doi: string, step: Deposit): Said {
  const { agency, client } = places[step.at];
  const { says, states, who } = step;
  const { victim, coauthor } = world.people;
  const has = (field: DepositField) => says.includes(field);
  const title = depositTitle(world, step);
  const year = has('newer') ? 2026 : has('older') ? 1999 : 2020;
  const withIds = has('authorIds');
  const authorsBy = (write: WriteAuthor): object[] => {
    const affiliation = has('ror') ? 'Pill University' : undefined;
    return [
      ...(has('authors') || withIds ? [victim, coauthor].map((each) => write(each, withIds, affiliation)) : []),
      ...(has('family') ? [write({ ...victim, given: 'Zoe' }, false, affiliation)] : []),
      ...(has('self') ? [write(world.people[who], true, affiliation)] : []),
    ];
  };
  const to = states.map(({ type, to: target }) => ({ type, doi: doiOf(world, target) }));
  if (agency === 'none') return {};
  if (agency === 'datacite')
    return {
      datacite: bodies.datacite(doi, client, {
        titles: [{ title }],
        creators: [
          ...authorsBy(authorOf.datacite),
          ...(has('group') ? [{ name: 'Pill Group', nameType: 'Organizational' }] : []),
        ],
        publicationYear: year,
        publisher: 'Big Repository',
        types: { resourceTypeGeneral: typeOf(has) },
        relatedIdentifiers: [
          ...to.flatMap(({ type, doi: relatedIdentifier }) =>
            dataciteTypes[type]
              ? [{ relationType: dataciteTypes[type], relatedIdentifier, relatedIdentifierType: 'DOI' }]
              : [],
          ),
          ...(has('journal')
            ? [{ relationType: 'IsPublishedIn', relatedIdentifier: '0264-3561', relatedIdentifierType: 'ISSN' }]
            : []),
        ],
        ...(has('journal') && { container: { title: 'Journal of Psychoceramics', volume: '7', firstPage: '115' } }),
        ...(has('ids') && { identifiers: [{ identifier: '12345678', identifierType: 'PMID' }] }),
        ...(has('licence') && { rightsList: [{ rightsUri: 'https://creativecommons.org/licenses/by/4.0/' }] }),
        url: has('component') ? `https://dataverse.example/file.xhtml?id=1` : `https://pills.example/${step.slot}`,
      }),
    };
  const stated = to.filter(({ type }) => !updateTypes[type]);
  const relation = Object.fromEntries(
    [...Map.groupBy(stated, ({ type }) => type)].map(([type, ofType]) => [
      type,
      ofType.map(({ doi: id }) => ({ id, 'id-type': 'doi', 'asserted-by': 'subject' })),
    ]),
  );
  const updates = to.flatMap(({ type, doi: DOI }) =>
    updateTypes[type] ? [{ DOI, type: updateTypes[type], source: 'publisher' }] : [],
  );
  return {
    crossref: bodies.crossref(doi, {
      type: crossrefTypeOf(has),
      title: [title],
      author: [...authorsBy(authorOf.crossref), ...(has('group') ? [{ name: 'Pill Group' }] : [])],
      issued: { 'date-parts': [[year]] },
      relation,
      'update-to': updates,
      ...(has('journal') && {
        'container-title': ['Journal of Psychoceramics'],
        ISSN: ['0264-3561', '2049-3630'],
        'issn-type': [
          { value: '0264-3561', type: 'print' },
          { value: '2049-3630', type: 'electronic' },
        ],
        volume: '7',
        page: '115-131',
      }),
      ...(has('licence') && {
        license: [{ URL: 'https://creativecommons.org/licenses/by/4.0/', 'content-version': 'vor' }],
      }),
      ...(has('ids') && { ISBN: ['9780306406157'] }),
    }),
  };
}

const typeOf = (has: (field: DepositField) => boolean): string =>
  has('article') ? 'JournalArticle' : has('preprint') ? 'Preprint' : has('book') ? 'Book' : 'Dataset';
const crossrefTypeOf = (has: (field: DepositField) => boolean): string =>
  has('component') ? 'component' : has('preprint') ? 'posted-content' : has('book') ? 'book' : 'journal-article';

const victimKey = fc.constantFrom(...victimKeys);
const target: fc.Arbitrary<Target> = fc.constantFrom<Target>(...victimKeys, 'concept', 'series', ...slots);
const who = fc.constantFrom(...strangers);

const listing: fc.Arbitrary<Listing> = fc.record({
  does: fc.constant('list' as const),
  who,
  what: target,
  says: fc.subarray<ListingField>(allListingFields),
});

const depositing: fc.Arbitrary<Deposit> = fc.record({
  does: fc.constant('deposit' as const),
  who,
  slot: fc.constantFrom<Slot>(...slots),
  at: fc.constantFrom(...(Object.keys(places) as Place[])),
  like: victimKey,
  says: fc.subarray([...depositFields]),
  states: fc.array(fc.record({ type: fc.constantFrom(...relationTypes), to: target }), { maxLength: 4 }),
  named: fc.constantFrom('own' as const, 'own' as const, 'own' as const, 'version' as const, 'part' as const),
});

const renaming: fc.Arbitrary<Rename> = fc.record({
  does: fc.constant('rename' as const),
  who,
  to: fc.constantFrom('victim' as const, 'coauthor' as const, ...strangers),
});

/** Some of a victim's publications, and what strangers say beside them. */
export interface Sequence {
  victim: VictimKey[];
  steps: Step[];
}

export const sequence: fc.Arbitrary<Sequence> = fc.record({
  victim: fc.subarray([...victimKeys], { minLength: 1, maxLength: 3 }),
  steps: fc.array(
    fc.oneof(
      { weight: 4, arbitrary: listing },
      { weight: 6, arbitrary: depositing },
      { weight: 1, arbitrary: fc.record({ does: fc.constant('refresh' as const), what: victimKey }) },
      { weight: 1, arbitrary: renaming },
    ),
    { minLength: 1, maxLength: 6 },
  ),
});
