/** `2301.01234` or `hep-th/9901001`, with an optional version: https://info.arxiv.org/help/arxiv_identifier.html */
const shape = /^(\d{4}\.\d{4,5}|[a-z-]+\/\d{7})(?:v\d+)?$/;

/**
 * The identifier of an e-print without its version, or undefined. Accepts `arXiv:`, also with the category behind the number, as
 * arXiv recommends to cite (`arXiv:2301.01234v2 [cs.CL]`), its name in OAI-PMH, and arXiv's addresses.
 */
export function parseArxivId(written: string): string | undefined {
  const id = written
    .trim()
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.|export\.)?arxiv\.org\/(?:abs|pdf|html)\/([^?#]+?)\/?(?:[?#].*)?$/, '$1')
    .replace(/^(?:oai:arxiv\.org|arxiv)\s?:\s*/, '')
    .replace(/\.pdf$|\s*\[[a-z][\w.-]*\]$/, '')
    // Old identifiers were also written with a subject class: `math.GT/0309136`.
    .replace(/^([a-z-]+)\.[a-z]{2}\//, '$1/');
  return shape.exec(id)?.[1];
}

/** The canonical DOI of an e-print, which arXiv registers: https://info.arxiv.org/help/doi.html */
export const arxivDoi = (id: string): string => `10.48550/arxiv.${id}`;

/** The identifier in a canonical DOI of arXiv; undefined for others. */
export function arxivIdIn(doi: string): string | undefined {
  const id = /^10\.48550\/arxiv\.(.+)$/.exec(doi)?.[1];
  return id === undefined ? undefined : parseArxivId(id);
}
