import { useContext, useMemo } from 'react';
import { defineTexts, TextContext, useTexts } from '../text/text.ts';

const texts = defineTexts('vocabulary', {
  en: {
    'access.bronze': 'Bronze',
    'access.closed': 'Closed',
    'access.diamond': 'Diamond',
    'access.gold': 'Gold',
    'access.green': 'Green',
    'access.hybrid': 'Hybrid',
    'boolean.false': 'No',
    'boolean.true': 'Yes',
    'match.complete': 'Complete',
    'match.needs_attention': 'Needs attention',
    'source.crossref': 'Crossref',
    'source.datacite': 'DataCite',
    'source.editor': 'Editors',
    'source.openalex': 'OpenAlex',
    'source.orcid': 'ORCID',
    'type.audiovisual': 'Audio or video',
    'type.blog-post': 'Blog post',
    'type.book': 'Book',
    'type.book-chapter': 'Book chapter',
    'type.book-part': 'Part of a book',
    'type.book-section': 'Section of a book',
    'type.book-series': 'Book series',
    'type.book-set': 'Set of books',
    'type.collection': 'Collection',
    'type.component': 'Component',
    'type.data-paper': 'Data paper',
    'type.database': 'Database',
    'type.dataset': 'Dataset',
    'type.dissertation': 'Thesis',
    'type.edited-book': 'Edited book',
    'type.grant': 'Grant',
    'type.image': 'Image',
    'type.interactive-resource': 'Interactive resource',
    'type.journal': 'Journal',
    'type.journal-article': 'Journal article',
    'type.journal-issue': 'Journal issue',
    'type.journal-volume': 'Journal volume',
    'type.lecture': 'Lecture',
    'type.model': 'Model',
    'type.monograph': 'Monograph',
    'type.other': 'Other',
    'type.peer-review': 'Peer review',
    'type.physical-object': 'Physical object',
    'type.posted-content': 'Preprint or posted content',
    'type.poster': 'Poster',
    'type.preprint': 'Preprint',
    'type.presentation': 'Presentation',
    'type.proceedings': 'Proceedings',
    'type.proceedings-article': 'Conference paper',
    'type.proceedings-series': 'Series of proceedings',
    'type.reference-book': 'Reference book',
    'type.reference-entry': 'Entry of a reference work',
    'type.report': 'Report',
    'type.report-component': 'Part of a report',
    'type.report-series': 'Series of reports',
    'type.software': 'Software',
    'type.sound': 'Sound',
    'type.standard': 'Standard',
    'type.study-registration': 'Study registration',
    'type.text': 'Text',
    'type.workflow': 'Workflow',
    'type.working-paper': 'Working paper',
  },
  de: {
    'access.bronze': 'Bronze',
    'access.closed': 'Geschlossen',
    'access.diamond': 'Diamant',
    'access.gold': 'Gold',
    'access.green': 'Grün',
    'access.hybrid': 'Hybrid',
    'boolean.false': 'Nein',
    'boolean.true': 'Ja',
    'match.complete': 'Vollständig',
    'match.needs_attention': 'Zu prüfen',
    'source.crossref': 'Crossref',
    'source.datacite': 'DataCite',
    'source.editor': 'Redaktion',
    'source.openalex': 'OpenAlex',
    'source.orcid': 'ORCID',
    'type.audiovisual': 'Audio oder Video',
    'type.blog-post': 'Blogbeitrag',
    'type.book': 'Buch',
    'type.book-chapter': 'Buchkapitel',
    'type.book-part': 'Buchteil',
    'type.book-section': 'Buchabschnitt',
    'type.book-series': 'Buchreihe',
    'type.book-set': 'Mehrbändiges Werk',
    'type.collection': 'Sammlung',
    'type.component': 'Bestandteil',
    'type.data-paper': 'Data Paper',
    'type.database': 'Datenbank',
    'type.dataset': 'Datensatz',
    'type.dissertation': 'Hochschulschrift',
    'type.edited-book': 'Sammelband',
    'type.grant': 'Förderung',
    'type.image': 'Bild',
    'type.interactive-resource': 'Interaktive Ressource',
    'type.journal': 'Zeitschrift',
    'type.journal-article': 'Zeitschriftenartikel',
    'type.journal-issue': 'Zeitschriftenheft',
    'type.journal-volume': 'Zeitschriftenband',
    'type.lecture': 'Vortrag',
    'type.model': 'Modell',
    'type.monograph': 'Monografie',
    'type.other': 'Sonstiges',
    'type.peer-review': 'Gutachten',
    'type.physical-object': 'Objekt',
    'type.posted-content': 'Preprint oder Onlinebeitrag',
    'type.poster': 'Poster',
    'type.preprint': 'Preprint',
    'type.presentation': 'Präsentation',
    'type.proceedings': 'Tagungsband',
    'type.proceedings-article': 'Konferenzbeitrag',
    'type.proceedings-series': 'Reihe von Tagungsbänden',
    'type.reference-book': 'Nachschlagewerk',
    'type.reference-entry': 'Eintrag eines Nachschlagewerks',
    'type.report': 'Bericht',
    'type.report-component': 'Teil eines Berichts',
    'type.report-series': 'Berichtsreihe',
    'type.software': 'Software',
    'type.sound': 'Tonaufnahme',
    'type.standard': 'Norm',
    'type.study-registration': 'Studienregistrierung',
    'type.text': 'Text',
    'type.workflow': 'Arbeitsablauf',
    'type.working-paper': 'Arbeitspapier',
  },
});

type Term = Parameters<ReturnType<typeof useTexts<keyof (typeof texts)['messages']['en']>>>[0];
type Kind = Term extends `${infer Name}.${string}` ? Name : never;

/** Returns the name of a term; undefined for none. A term that is not known is shown in words: `field-note`, "Field note". */
export type NameOf = (term: string | null | undefined) => string | undefined;

/**
 * The names of the terms that records have: types of publications, kinds of open access, sources, states of matches,
 * languages, and yes and no. The API takes and returns the terms themselves.
 */
export function useVocabulary(): Record<Kind | 'language', NameOf> {
  const t = useTexts(texts);
  const { language } = useContext(TextContext);
  return useMemo(() => {
    const namesOf =
      (kind: Kind): NameOf =>
      (term) => {
        if (!term) return undefined;
        const key = `${kind}.${term}`;
        return Object.hasOwn(texts.messages.en, key) ? t(key as Term) : inWords(term);
      };
    return {
      access: namesOf('access'),
      boolean: namesOf('boolean'),
      match: namesOf('match'),
      source: namesOf('source'),
      type: namesOf('type'),
      language: (tag) => (tag ? languageName(tag, language) : undefined),
    };
  }, [t, language]);
}

function inWords(term: string): string {
  const words = term.replaceAll(/[-_]/g, ' ');
  return `${words.charAt(0).toLocaleUpperCase()}${words.slice(1)}`;
}

/** The name of a language tag; the tag itself if it is none. */
function languageName(tag: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
