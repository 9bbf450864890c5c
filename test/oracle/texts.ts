/**
 * The expected names and texts of a recorded publication, derived a second time without the service's own code, so that
 * an error in its rules is not repeated here.
 */

import type { Ingested } from './ingested.ts';
import { isCode, isNumberless, isTitleless } from './placeholders.ts';

/** The faults in a publication's texts, in words. */
export function faultsOf({ source, record, bibliography }: Ingested): string[] {
  const stored = bibliography as unknown as Json;
  const found = [...unknownCodes(stored), ...placeholdersIn(stored), ...markupIn(stored), ...peopleOf(stored)];
  if (source === 'crossref') found.push(...crossrefFaults(record as Json, stored));
  if (source === 'datacite') found.push(...dataciteFaults(record as Json, stored));
  if (source === 'openalex') found.push(...openAlexFaults(record as Json, stored));
  return found;
}

type Json = { [name: string]: unknown };

const list = (holder: Json, name: string): Json[] => {
  const value = holder[name];
  return Array.isArray(value) ? value.filter((one) => one !== null) : [];
};
const string = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Letters and digits of any script, in lower case, without accents. */
const letters = (text: string): string =>
  [...text.normalize('NFKD').toLowerCase()].filter((character) => /[\p{L}\p{N}]/u.test(character)).join('');

/** The letters of a marked text outside angle brackets; undefined if these do not decide. */
function bareLetters(marked: string): string | undefined {
  let text = marked;
  for (let time = 0; time < 3; time++) {
    text = text.split('&amp;').join('&').split('&lt;').join('<').split('&gt;').join('>').split('&nbsp;').join(' ');
  }
  const isPlain = !/[$\\]|&#?\w+;|<[^a-z/]|math|annotation|CDATA|<!--|script|style/i.test(text);
  let inside = false;
  let bare = '';
  for (const character of text) {
    if (character === '<') inside = true;
    if (!inside) bare += character;
    if (character === '>') inside = false;
  }
  return isPlain && !inside ? letters(bare) : undefined;
}

/** DataCite's codes for unknown values must not be stored. */
function unknownCodes(stored: unknown, path = ''): string[] {
  if (typeof stored === 'string') {
    return isCode(stored) ? [`${path} is the code ${stored}`] : [];
  }
  if (typeof stored !== 'object' || stored === null) return [];
  return Object.entries(stored).flatMap(([name, value]) => unknownCodes(value, `${path}/${name}`));
}

/** Neither a number nor a title may say that there is none. */
function placeholdersIn(stored: Json): string[] {
  const isNone = (text: string) => isNumberless(text) || text.split('-').every(isNumberless);
  const numbers = ['volume', 'issue', 'pages', 'article_number'].filter((name) => isNone(string(stored[name]) || '1'));
  const isTitled = typeof stored.title !== 'string' || !isTitleless(stored.title);
  return [
    ...numbers.map((name) => `${name} is ${stored[name]}`),
    ...(isTitled ? [] : [`there is no title: ${stored.title}`]),
  ];
}

const shownTexts = ['title', 'subtitle', 'abstract', 'container_title', 'publisher'];

/** Texts must not contain markup, entities or TeX. */
function markupIn(stored: Json): string[] {
  const texts = shownTexts.flatMap((name): [string, unknown][] => {
    const value = stored[name];
    return typeof value === 'string' ? [[name, value]] : Object.entries((value as Json) ?? {});
  });
  return texts.flatMap(([name, text]) => {
    const seen = ['</', '<i>', '<jats:', '<mml:', '&amp;', '&lt;', '\\hbox', '\\mathrm', '\\textit', '$_', '$^'];
    return seen.filter((sign) => string(text).includes(sign)).map((sign) => `${name} has ${sign}`);
  });
}

const suffixes = ['jr', 'sr', 'ii', 'iii', 'iv'];
const bareWord = (word: string) => word.toLowerCase().split('.').join('');

/** A suffix has its own field, and is in the printed name, which has all parts of the name and nothing else. */
function peopleOf(stored: Json): string[] {
  const lists = ['authors', 'editors', 'contributors'];
  const again = lists.flatMap((name) =>
    repeatedIn(list(stored, name)).map((person) => `${name} have ${person.name} again`),
  );
  const faults = lists.flatMap((name) =>
    list(stored, name).flatMap((person) => {
      const [given, family, suffix] = ['given', 'family', 'suffix'].map((part) => string(person[part]));
      const last = bareWord((family ?? '').split(' ').at(-1) ?? '');
      const faults: string[] = [];
      if ((family ?? '').includes(' ') && suffixes.includes(last) && last !== 'ii' && !/^\p{Lu}+$/u.test(last))
        if (suffix === '' && /^(Jr|Sr|III?|IV)\.?$/.test((family ?? '').split(' ').at(-1) ?? ''))
          faults.push(`${name} has the family name ${family}`);
      const parts = [given, family, suffix].filter(Boolean).join(' ');
      if (parts !== '' && letters(parts) !== letters(string(person.name))) faults.push(`${person.name} is ${parts}`);
      const printed = string(person.name);
      if (/\d{4}-\d{4}-\d*/.test(printed)) faults.push(`${printed} is an iD`);
      if (family !== '' && /[†‡§¶¹²³;]|\d$|\bet al\b|\((?:author|editor)\)/iu.test(printed)) {
        faults.push(`${printed} is not only a name`);
      }
      const isJoined = ['for', 'on behalf of', 'and', 'members of'].some((word) =>
        [word, `${word} the`].includes((given ?? '').toLowerCase()),
      );
      if (isJoined && family !== '') faults.push(`${printed} is a group`);
      if (family !== '' && / (and|und) \p{Lu}/u.test(printed)) faults.push(`${printed} is several people`);
      const isNone = letters(printed) === '' || ['&NA;', 'NA', 'N/A', 'No Name Supplied', 'Unknown'].includes(printed);
      if (isNone) faults.push(`${name} has no name`);
      if (/^(ph\.? ?d|m\.?d)\.?$/i.test(suffix ?? '')) faults.push(`${printed} has a degree for a suffix`);
      if (/^(dr|prof)\.?$/i.test(given ?? '')) faults.push(`${printed} has a title for a given name`);
      if (family === '' && /, \d{4}-(\d{4})?$/.test(printed)) faults.push(`${printed} is a person with dates`);
      return faults;
    }),
  );
  return [...again, ...faults];
}

/** People who have the name and role of somebody before them, and the same iD, or each an affiliation in a short list. */
function repeatedIn(people: Json[]): Json[] {
  const isSame = (one: Json, other: Json) => {
    if (string(one.role) !== string(other.role) || letters(string(one.name)) !== letters(string(other.name)))
      return false;
    if (one.orcid && other.orcid) return one.orcid === other.orcid;
    const isWhole = string(one.given)
      .split(' ')
      .some((word) => /\p{Lu}\p{Ll}/u.test(word));
    return isWhole && people.length <= 50 && [one, other].every((each) => list(each, 'affiliations').length > 0);
  };
  return people.filter((person, at) => people.slice(0, at).some((earlier) => isSame(person, earlier)));
}

/** The names that a source gives for a list of people, as letters, without placeholders. */
function namesIn(people: Json[]): string[] {
  return people.flatMap((person) => {
    const parts = [person.given, person.family].map(string).filter((part) => part !== '' && part !== '&NA;');
    const name = (parts.length > 0 ? parts.join(' ') : string(person.name))
      .replace(/^((dr|prof)\. *)+/i, '')
      .replace(/,? ph\.? ?d\.?$/i, '');
    const missing = name === '' || ['&NA;', 'NA', 'NA NA'].includes(name) || letters(name) === 'etal';
    return missing ? [] : [letters(name)];
  });
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function crossrefFaults(record: Json, stored: Json): string[] {
  const faults: string[] = [];
  for (const [role, name] of [
    ['author', 'authors'],
    ['editor', 'editors'],
  ] as const) {
    const expected = namesIn(list(record, role));
    const found = list(stored, name).map((person) => letters(string(person.name)));
    // Who is there again for each affiliation is one person.
    const people = found.length < expected.length ? [...new Set(expected)] : expected;
    const isSame =
      people.length === found.length &&
      people.every((one, at) => sorted(found[at]).startsWith(sorted(one)) || contains(found[at], one));
    if (!isSame) faults.push(`${name} are ${found}, not ${expected}`);
  }
  for (const role of ['translator', 'chair']) {
    const found = list(stored, 'contributors').filter((person) => person.role === role);
    if (found.length !== new Set(namesIn(list(record, role))).size) faults.push(`${role}s are ${found.length}`);
  }
  const [written = ''] = list(record, 'title')
    .map(string)
    .filter((title) => title.trim() !== '');
  const title = bareLetters(written);
  const [shown, below] = [letters(string(stored.title)), letters(string(stored.subtitle))];
  if (title !== undefined && shown !== title && !(below !== '' && title === shown + below)) {
    faults.push(`title is ${string(stored.title)}`);
  }
  const said = new Set(
    [string(stored.title), string(stored.subtitle), ...list(stored, 'alternative_titles').map(string)].map(letters),
  );
  for (const other of [...list(record, 'title'), ...list(record, 'original-title')].map(string)) {
    const bare = bareLetters(other);
    const isLost = bare && !said.has(bare) && bare !== title && bare !== 'english';
    if (isLost) faults.push(`the title ${other} is lost`);
  }
  faults.push(...abstractFaults(string(record.abstract), stored.abstract));
  const licences = list(record, 'license');
  const isOpen = (one: Json) => new URL(string(one.URL)).hostname.endsWith('creativecommons.org');
  if (stored.license_url === null && licences.some(isOpen)) faults.push('an open licence is lost');
  const isMining = licences.length > 0 && licences.every((one) => one['content-version'] === 'tdm' && !isOpen(one));
  if (isMining && stored.license_url !== null) faults.push('a licence for text mining only is stored');
  const kinds = list(record, 'issn-type').map((one) => `${one.value} ${one.type}`);
  const storedKinds = list(stored, 'issn_types').map((one) => `${one.issn} ${one.type}`);
  if (!same([...new Set(kinds)], storedKinds)) faults.push(`ISSN types are ${storedKinds}`);
  const funders = list(record, 'funder');
  faults.push(
    ...funderFaults(stored, {
      names: funders.map((one) => string(one.name)),
      ids: funders.map((one) => string(one.DOI)),
      awards: funders.flatMap((one) => list(one, 'award').map(String)),
    }),
  );
  return faults;
}

const sorted = (text = '') => [...text].sort().join('');
const contains = (text = '', part = '') => text.includes(part) || sorted(text) === sorted(part);

const headings = 'abstract summary resumo resumen résumé zusammenfassung riassunto abstrak'.split(' ').map(letters);

/** The stored abstract is the source's text, except for a heading before it. */
function abstractFaults(written: string, stored: unknown): string[] {
  const text = bareLetters(written);
  if (text === undefined || /\{[^{}]*:[^{}]*\}/.test(written)) return [];
  const shown = letters(string(stored));
  const cut = text.slice(0, text.length - shown.length);
  const isHeading = cut === '' || headings.includes(cut) || (shown === '' && text.length < 30);
  return text.endsWith(shown) && isHeading ? [] : [`abstract is ${string(stored).slice(0, 60)}…`];
}

function dataciteFaults(record: Json, stored: Json): string[] {
  const faults: string[] = [];
  const isNamed = (one: Json) =>
    !/:\(?un|:null|^\[s\.n\.\]$|^unknown$|^et al|^no name supplied$/i.test(string(one.name)) && one.name !== 'NA';
  const creators = list(record, 'creators').filter(isNamed);
  const listedInOne = creators.reduce((sum, one) => sum + string(one.name).split(';').length, 0);
  const authors = list(stored, 'authors').length;
  if (![creators.length, listedInOne, creators.length / 2].includes(authors)) faults.push(`authors are ${authors}`);
  const people = new Set(
    list(record, 'contributors').map((one) => `${one.contributorType} ${letters(string(one.name))}`),
  );
  const kept = list(stored, 'contributors').length + list(stored, 'editors').length;
  if (kept < people.size) faults.push(`contributors are ${kept}, not ${people.size}`);
  const role = list(stored, 'contributors').find((one) => !/^[a-z]+(-[a-z]+)*$/.test(string(one.role)));
  if (role) faults.push(`a role is ${role.role}`);
  const abstracts = list(record, 'descriptions').filter((one) => one.descriptionType === 'Abstract');
  const [own] = abstracts.filter((one) => one.lang && one.lang === record.language);
  const [only] = abstracts;
  const chosen = own ?? (abstracts.length === 1 ? only : undefined);
  if (chosen) faults.push(...abstractFaults(string(chosen.description), stored.abstract));
  const references = list(record, 'fundingReferences');
  faults.push(
    ...funderFaults(stored, {
      names: references.map((one) => string(one.funderName)),
      ids: references.map((one) => string(one.funderIdentifier)),
      awards: references.flatMap((one) => (one.awardNumber ? [String(one.awardNumber)] : [])),
    }),
  );
  const titled = references.filter((one) => one.awardTitle).map((one) => letters(string(one.awardTitle)));
  const details = list(stored, 'funders').flatMap((one) => list(one, 'award_details'));
  const lost = titled.filter((title) => !details.some((one) => letters(string(one.title)) === title));
  if (lost.length > 0) faults.push(`award titles are lost: ${lost}`);
  return faults;
}

/** No funder may be lost or duplicated. */
function funderFaults(stored: Json, said: { names: string[]; ids: string[]; awards: string[] }): string[] {
  const funders = list(stored, 'funders');
  const faults: string[] = [];
  const ids = funders.flatMap((one) => [one.doi, one.ror].filter(Boolean)).map((id) => letters(string(id)));
  if (new Set(ids).size < ids.length) faults.push('a funder is there twice');
  for (const id of said.ids.filter(Boolean)) {
    const isKnown = ids.some((known) => letters(id).endsWith(known) || known.endsWith(letters(id)));
    if (!isKnown && (id.includes('ror.org') || id.includes('10.13039'))) faults.push(`the funder ${id} is lost`);
  }
  const awards = funders.flatMap((one) => list(one, 'awards').map((award) => letters(String(award))));
  // A text longer than a number can be is a list.
  const numbers = said.awards.flatMap((award) => (award.length > 200 ? award.split(/[,;]/) : [award]));
  for (const award of numbers) if (!awards.includes(letters(award))) faults.push(`the award ${award} is lost`);
  const nameless = said.names.every((name, at) => name === '' && !said.ids[at]) ? 0 : 1;
  if (said.names.length > 0 && funders.length < nameless) faults.push('all funders are lost');
  return faults;
}

function openAlexFaults(record: Json, stored: Json): string[] {
  const named = list(record, 'authorships').filter((one) => {
    return string((one.author as Json | null)?.display_name) !== '' || string(one.raw_author_name) !== '';
  });
  const authors = list(stored, 'authors');
  const isTwice = authors.length > 1 && named.length === 2 * authors.length;
  if (named.length !== authors.length && !isTwice) return [`authors are ${authors.length}, not ${named.length}`];
  const groups = authors.filter((one) => one.family === null && one.orcid !== null);
  return groups.map((one) => `${one.name} has an ORCID iD and no family name`);
}
