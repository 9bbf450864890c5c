import { expect, test } from '@jest/globals';
import { decode } from '../../web/src/data/decode.ts';

const text = 'id;title\r\nkiln;Öfen für Töpfe – groß';
const windows = [...text].map((letter) => (letter === '–' ? 0x96 : letter.charCodeAt(0)));

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
  ['UTF-16, as spreadsheets call Unicode text', Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 of the other byte order', Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ['Windows-1252, as spreadsheets save CSV', Buffer.from(windows)],
])('a file in %s is read as it was written', (_, bytes) => {
  expect(decode(bytes)).toBe(text);
});
