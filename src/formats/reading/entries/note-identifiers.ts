import { parseArxivId } from '#src/vocabulary/identifiers/arxiv.ts';
import { parseDoi } from '#src/vocabulary/identifiers/doi.ts';
import { parsePmcid, parsePmid } from '#src/vocabulary/identifiers/identifiers.ts';

/** The fields of an entry that its note has. */
export interface NoteFields {
  dois: string[];
  pmid?: string | undefined;
  pmcid?: string | undefined;
  arxiv?: string | undefined;
  /** The type of CSL, where the program that has written the entry had none for it. */
  type?: string | undefined;
}

/** `DOI: 10.…` as a whole line, or `{:DOI: 10.…}` anywhere, as citeproc-js 2.4.63 reads it. */
const line = /^(doi|pmid|pmcid|arxiv|type)\s*:\s*(\S.*)$/i;
const inBraces = /\{:\s*([A-Za-z-]+)\s*:\s*([^{}]*)\}/g;
/** Longer notes are texts. */
const maxCharacters = 5_000;

/**
 * Identifiers in the note of an entry. Zotero keeps there what its types have no field for, such as the DOI of a book or a
 * thesis, and exports it so: https://www.zotero.org/support/kb/item_types_and_fields#citing_fields_from_extra
 */
export function noteFields(note: string | undefined): NoteFields {
  const said = new Map<string, string>();
  for (const written of (note ?? '').slice(0, maxCharacters).split(/[\r\n]+/)) {
    const fields = [...written.matchAll(inBraces)].map(([, name = '', value = '']) => `${name}: ${value}`);
    for (const field of fields.length > 0 ? fields : [written]) {
      const [, name = '', value = ''] = line.exec(field.trim()) ?? [];
      if (name !== '' && !said.has(name.toLowerCase())) said.set(name.toLowerCase(), value.trim());
    }
  }
  const read = (name: string, parse: (text: string) => string | undefined) => parse(said.get(name) ?? '');
  return {
    dois: [read('doi', parseDoi) ?? []].flat(),
    pmid: read('pmid', parsePmid),
    pmcid: read('pmcid', parsePmcid),
    arxiv: read('arxiv', parseArxivId),
    type: said.get('type'),
  };
}
