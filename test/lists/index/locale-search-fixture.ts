import fc from 'fast-check';

/** Texts for searches in several languages. */

/** Words some of whose parts are equal to parts of others, in some languages only. */
const words = [
  ...['ISI', 'ısı', 'isi', 'Imaging', 'İSTANBUL’DA', 'istanbul', 'ışık', 'IŞIK', 'DİYARBAKIR'],
  ...['Straße', 'STRASSE', 'Ströme', 'strome', 'Ærø', 'aero', 'Łódź', 'lodz', 'niño', 'nino'],
  ...['ΟΔΟΣ', 'οδός', 'Άντα', 'αντα', 'أَحْمَد', 'احمد', 'الـعربية', '٢٠٢٤', '2024', 'שָׁלוֹם', 'שלומ'],
  ...[
    '研究',
    '研究方法',
    'が',
    'か',
    'ｶﾞ',
    'カﾞ',
    'ガ',
    'ㅎㅏ',
    '한국',
    '하나',
    '하',
    'हिन्दी',
    'हिन्दि',
    'शोध',
    'ไม่',
    'ไม',
  ],
  ...['ｆｕｌｌ', 'full', 'co\u00adop', 'coop', 'ﬁne', 'e\u0301', '\u0301', 'a´b', ''],
];
const tags = ['en', 'tr', 'de', 'el', 'ar', 'zh', 'zh-Hant', 'ja', 'ko', 'hi', 'pt-BR', 'en-GB', 'und'];
export const locales = [...tags, 'az', 'lt', 'pt', 'de-AT', 'zh-Hant-TW', 'fr', 'tr-CY', 'en-US'];

export const phrase = fc
  .array(fc.constantFrom(...words), { maxLength: 4 })
  .map((some) => some.join(' ').normalize('NFC'));
const map = fc.dictionary(fc.constantFrom(...tags), phrase, { maxKeys: 4 });
export const title = fc.oneof(phrase, map, fc.constant(null));
export const q = fc.oneof(
  fc.constantFrom(...words.filter((word) => word.trim() !== '')),
  phrase.map((text) => text.trim()).filter((text) => text !== ''),
  fc.constantFrom(
    'I',
    'i',
    'ı',
    'İ',
    'ss',
    'o',
    'ö',
    'σ',
    '한',
    'ᄒ',
    'ी',
    '्',
    'か',
    'ｶ',
    'カ',
    'ﾞ',
    'ㅎ',
    '´',
    'a o',
    'i i',
  ),
);
