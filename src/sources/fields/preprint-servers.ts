/**
 * The preprint server of a DOI whose name tells it, for records that do not say. Prefixes of the Open Science Framework:
 * https://github.com/CenterForOpenScience/osf.io (`doi_prefix` of its providers); of others:
 * https://github.com/PREreview/prereview.org/blob/main/src/Preprints/PreprintId.ts and the registrants in
 * https://api.crossref.org/prefixes. A prefix with other publications needs the beginning of its suffixes.
 */
const servers = new Map(
  `10.14293/pr2199. ScienceOpen Preprints
10.1002/essoar. ESS Open Archive
10.1149/osf.io/ ECSarXiv
10.1590/scielopreprints. SciELO Preprints
10.2139/ssrn. SSRN Electronic Journal
10.2196/preprints. JMIR Preprints
10.20944/preprints Preprints.org
10.21203/rs. Research Square
10.22541/au. Authorea
10.22541/essoar. ESS Open Archive
10.26434/ ChemRxiv
10.31124/advance. Advance
10.31219/ OSF Preprints
10.31220/ AgriXiv
10.31221/ Arabixiv
10.31222/ MetaArXiv
10.31223/ EarthArXiv
10.31224/ engrXiv
10.31225/ FocUS Archive
10.31226/ Frenxiv
10.31227/ INA-Rxiv
10.31228/ LawArXiv
10.31229/ LIS Scholarship Archive
10.31230/ MarXiv
10.31231/ MindRxiv
10.31232/ NutriXiv
10.31233/ PaleorXiv
10.31234/ PsyArXiv
10.31235/ SocArXiv
10.31236/ SportRxiv
10.31237/ Thesis Commons
10.31730/ AfricArXiv
10.32388/ Qeios
10.32942/ EcoEvoRxiv
10.33767/ MediArXiv
10.33774/ Cambridge Open Engage
10.34055/ BodoArXiv
10.35542/ EdArXiv
10.36227/techrxiv. TechRxiv
10.37044/ BioHackrXiv
10.48550/arxiv. arXiv
10.5194/egusphere- EGUsphere
10.7287/peerj.preprints. PeerJ Preprints`
    .split('\n')
    .map((line): [string, string] => [line.slice(0, line.indexOf(' ')), line.slice(line.indexOf(' ') + 1)]),
);
const beginnings = Map.groupBy(servers.keys(), (beginning) => beginning.slice(0, beginning.indexOf('/')));

/** The name of the preprint server that registers DOIs like this one. */
export function preprintServerOf(doi: string): string | undefined {
  const own = beginnings.get(doi.slice(0, doi.indexOf('/')))?.find((beginning) => doi.startsWith(beginning));
  return own === undefined ? undefined : servers.get(own);
}
