import * as z from 'zod';
import { nameText } from '#src/vocabulary/name.ts';
import { webUrl } from '#src/vocabulary/web-url.ts';

/** Fields that curators may edit although ORCID has them too. */
export const EditedValues = z.strictObject({
  name: nameText(500).meta({ description: 'The name in English, or in no known language' }),
  biography: z
    .string()
    .trim()
    .max(10_000)
    .refine((text) => text.isWellFormed(), 'must be well-formed Unicode')
    .transform((text) => text || null)
    .nullable()
    .optional()
    .meta({ description: 'null or an empty text clears it; left out, it stays' }),
});

const isHttps = (text: string) => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

/** A curator's values for a person. Missing fields stay as they are. */
export const CuratedValues = z
  .strictObject({
    photo_url: z
      .string()
      .trim()
      .refine(isHttps, 'must be an https URL without a user name')
      .overwrite((text) => webUrl(text) ?? text)
      .max(2000)
      .nullable()
      .meta({ description: 'An https URL of a photo; null for none' }),
    people_type: nameText(100).nullable().meta({ description: 'The kind of person, such as `staff`; null for none' }),
    category_ids: z
      .array(nameText(100))
      .max(20)
      .meta({ description: 'All categories of the person. The answer has each once, in alphabetical order.' }),
  })
  .partial();
