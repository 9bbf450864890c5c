/**
 * Limit of what a statement reads. A response of the database may be limited to 1 MiB and 64 KB per row of a result. Whether
 * the texts are measured or the JSON that has them is not documented, so it is the JSON, which is larger.
 */
export const maxResponseBytes = 1_000_000;

/** The most that a row of a result has beside its text: short columns, and the JSON around them. */
const bytesBesideText = 150;

/** The size of a row of a result, for a statement that reads as many as fit. */
export const bytesOf = (text: string): string => `octet_length(to_json(${text})::text) + ${bytesBesideText}`;

/** Rows are read as pieces of text, since one may be larger than a row of a result. */
export const pieceCharacters = 15_000;

/** The size of a row that is read in pieces, for a statement. */
export const bytesOfPieces = (text: string): string =>
  `octet_length(to_json(${text})::text) + ${bytesBesideText} * (1 + octet_length(${text}) / ${pieceCharacters})`;

/** Whether even a response with nothing else has room for a row that is read in pieces. */
export function fitsResponse(text: string): boolean {
  // Most are short, which is known at once: neither UTF-8 nor JSON make three times as much of a unit of JSON.
  if (text.length * 4 < maxResponseBytes) return true;
  const pieces = 1 + Buffer.byteLength(text) / pieceCharacters;
  return Buffer.byteLength(JSON.stringify(text)) + bytesBesideText * pieces <= maxResponseBytes;
}
