import { distinctTexts, textOrNull } from './response-fields.ts';

/** A subject with the name of its scheme, as DataCite has it. */
interface Subject {
  subject: string | null | undefined;
  subjectScheme?: string | null | undefined;
}

/** DataCite adds fields of science of the OECD to every record whose subjects have a known scheme: "FOS: Psychology". */
const fieldOfScience = /^fos\s?:/i;
/** A class with the name of its classification: `ddc:330`, `jel: Q12`, `info:eu-repo/classification/ddc/150`. */
const namedClass =
  /^(?:info:eu-repo\/classification\/|(?:ddc|udc|lcc|jel|msc|pacs|rvk|bk|dewey|anzsrc)\s?[:/ ]\s{0,3}[a-z]{0,3}\s?\d[\w.:/-]*$)/i;
const classification =
  /\b(?:ddc|dewey|udc|lcc|library of congress classification|jel|msc|pacs|rvk|bk|basisklassifikation|anzsrc|for)\b|fields? of research/i;
/** A number that no keyword is; a year may be one. */
const bareNumber = /^(?!(?:1\d|20)\d\d$)\d[\d.,:/-]*$/;
/** "60412 Quantitative Genetics"; with a scheme, also "000 Computer science". */
const numbered = /^\d{5,8}\s+(?=\p{L}{3})/u;
const numberedInScheme = /^\d[\d.]{1,11}\s+(?=\p{L}{3})/u;

/** Keywords that were entered as one, between semicolons: "glaze; kilns; clay". */
const listed = ({ subject, ...scheme }: Subject): { subject: string; subjectScheme?: string | null | undefined }[] =>
  (textOrNull(subject) ?? '').split(/\s*;\s*/).map((one) => ({ subject: one, ...scheme }));

/** The keywords among the subjects: no codes and numbers of classes, of which the names stay. */
export function keywordsOf(subjects: readonly Subject[]): string[] {
  return distinctTexts(
    subjects.flatMap(listed).map(({ subject: text, subjectScheme: scheme }) => {
      const isClass = classification.test(scheme ?? '');
      const name = text.replace(isClass ? numberedInScheme : numbered, '');
      const isCode = fieldOfScience.test(name) || namedClass.test(name) || bareNumber.test(name);
      return isCode || (isClass && !/\p{L}{3}/u.test(name)) ? null : name;
    }),
  );
}
