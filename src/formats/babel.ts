import { languageTag } from '#src/vocabulary/text/language.ts';

/** The names that are written. https://ctan.org/pkg/babel */
const babelNames = new Map(
  `af:afrikaans ar:arabic be:belarusian bg:bulgarian br:breton ca:catalan cs:czech cy:welsh da:danish de:ngerman
de-at:naustrian de-ch:nswissgerman dsb:lowersorbian el:greek en:english en-au:australian en-ca:canadian en-gb:british
en-nz:newzealand en-us:american eo:esperanto es:spanish et:estonian eu:basque fa:persian fi:finnish
fr:french fr-ca:canadien ga:irish gd:scottish gl:galician he:hebrew hi:hindi hr:croatian hsb:uppersorbian
hu:hungarian hy:armenian ia:interlingua id:indonesian is:icelandic it:italian ja:japanese ka:georgian ko:korean
la:latin lt:lithuanian lv:latvian mk:macedonian ms:malay nb:norwegian nl:dutch nn:nynorsk no:norwegian pl:polish
pt:portuguese pt-br:brazilian ro:romanian ru:russian se:samin sk:slovak sl:slovene sq:albanian sr:serbian
sv:swedish th:thai tr:turkish uk:ukrainian vi:vietnamese zh:chinese`
    .split(/\s+/)
    .map((pair) => pair.split(':') as [language: string, name: string]),
);

/** The name of a language (BCP 47) in babel: that of its variety in a region, if there is one, else that of the language. */
export function babelName(language: string): string | undefined {
  const [primary = '', ...rest] = language.toLowerCase().split(/[-_]/);
  const regional = rest.map((subtag) => babelNames.get([primary, subtag].join('-'))).find((name) => name !== undefined);
  return regional ?? babelNames.get(primary);
}

/** Names that are only read: older ones, and those of varieties. https://ctan.org/pkg/biblatex, 2.3.17 */
const olderNames = `acadian:fr-CA ancientgreek:grc austrian:de-AT bahasa:id bahasai:id bahasam:ms brazil:pt-BR classiclatin:la
canadian:en-CA ecclesiasticlatin:la francais:fr frenchb:fr friulan:fur germanb:de kurmanji:ku medievallatin:la
mexican:es-MX norsk:nb piedmontese:pms polutonikogreek:el portuges:pt serbianc:sr-Cyrl swissgerman:de-CH
ukenglish:en-GB usenglish:en-US`;

const languages = new Map([
  ...[...babelNames].map(([language, name]): [string, string] => [name, language]),
  ...olderNames.split(/\s+/).map((pair) => pair.split(':') as [name: string, language: string]),
]);

/** The tag of a language as files of BibTeX name it: in babel, with or without biblatex's `lang` before it, or otherwise. */
export function babelLanguage(written: string): string | undefined {
  // Of a list, the first.
  const [name = ''] = written.trim().split(/\s+and\s+/);
  const key = name.toLowerCase();
  return languageTag(languages.get(key) ?? languages.get(key.replace(/^lang/, '')) ?? name);
}
