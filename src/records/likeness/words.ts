/** Words with a role in titles, folded as titles are, in the languages that titles are most often in. */

const wordsOf = (...texts: string[]): ReadonlySet<string> => new Set(texts.flatMap((text) => text.trim().split(/\s+/)));

/** Articles, which editors add and drop. Single letters count only at the beginning: "vitamin A" has none. */
export const articles = wordsOf(
  'the an der die das den dem ein eine einer le la les un une el los las una uma os as um il lo gli het een',
);
export const leadingArticles = wordsOf('a o i l');

/** Other words that bear little of a title's meaning. */
export const functionWords = wordsOf(
  'of in on at to by for from and or with as into its their is are',
  'von vom im in zu zur zum fur und mit auf aus bei des',
  'de du des en et a au aux pour dans sur par avec y del al con por para e da do dos das na no em com di della delle dei',
  'degli nel per van voor met op och av i som v na po za w z s k o',
);

/** Numbers as words. */
export const numberWords = wordsOf(
  `one two three four five six seven eight nine ten first second third fourth fifth erste erster erstes zweite zweiter
  zweites dritte dritter drittes eins zwei drei vier premier premiere deuxieme troisieme deux trois primer primero primera
  primeiro primeira primo prima segundo segunda secondo seconda tercer tercero tercera terceiro terceira terzo terza dos
  tres tre первая первый первое вторая второй второе третья третий третье`,
);

/** Negations, which a title may not gain or lose. */
export const negations = wordsOf(
  'not no non without never nor lack absence nicht kein keine ohne sans pas sin sem senza ne bez nie zonder utan 不 非 无 無 未 没',
);

/** Headings and titles of parts that thousands of texts share. */
export const headings = wordsOf(
  `editorial introduction preface foreword prologue epilogue afterword index contents bibliography abstracts abstract
  references conclusion conclusions discussion overview summary background appendix glossary news letter letters comment
  commentary reply response review reviews errata erratum corrigendum corrigenda correction corrections addendum obituary
  interview acknowledgements acknowledgments dedication announcement announcements untitled figures figure table tables
  data dataset code readme supplement methods poster presentation slides report introducao editoriale einleitung vorwort
  prefacio apresentacao introduccion presentacion avant propos introduzione prefazione sommaire sommario sumario
  inhaltsverzeichnis inhalt literaturverzeichnis nachwort nachruf rezension rezensionen buchbesprechung buchbesprechungen
  compte rendu comptes rendus resena resenas resenha resenhas recensione recensioni editorialny wstep redakcji predislovie
  введение предисловие содержание рецензия рецензии от редакции`,
);

/**
 * Words that name what kind of text this is, or how it relates to another one. Two titles of which only one has such a
 * word are of two texts: an article and the reply to it, its protocol, poster, data or second part.
 */
export const kindWords = wordsOf(
  `reply replies response responses rejoinder comment comments commentary erratum errata corrigendum corrigenda
  correction corrections correspondence addendum retraction withdrawal letter editorial protocol protocols poster slides
  abstract supplement supplementary supplemental appendix annex dataset datasets preface foreword part parts
  volume vol chapter edition edn revisited updated followup preliminary interim summary tutorial keynote
  talk lecture presentation translation discussion errata postscript prologue epilogue replication reanalysis sequel
  continued`,
  `antwort erwiderung replik entgegnung kommentar berichtigung korrektur korrigendum protokoll studienprotokoll vortrag
  anhang beilage teil band kapitel auflage ausgabe vorwort zusammenfassung fortsetzung ubersetzung nachtrag`,
  `reponse replique commentaire rectificatif protocole affiche annexe partie tome chapitre suite resume traduction`,
  `respuesta replica comentario correccion fe protocolo cartel anexo parte tomo capitulo edicion resumen traduccion
  resposta comentarios errata correcao edicao volume resumo traducao risposta commento rettifica protocollo allegato
  capitolo edizione riassunto traduzione`,
  'ответ комментарий исправление опровержение протокол приложение часть том глава издание',
  'odpowiedz komentarz sprostowanie protokol czesc tom rozdzial svar kommentar rattelse bilaga reactie antwoord deel',
);

/**
 * Words for how something was studied. A project has papers of one title that differ in such a subtitle, but it is also often
 * left out: guidelines for reports of studies ask for it, and lists of publications do without it.
 */
export const studyWords = wordsOf(
  `study studies trial trials review survey analysis metaanalysis experiment experiments investigation evaluation pilot
  studie studien untersuchung ubersicht umfrage analyse fallstudie etude essai revue enquete estudio ensayo revision
  encuesta analisis estudo ensaio revisao analise studio rassegna indagine analisi исследование обзор badanie przeglad
  studium undersokning onderzoek`,
);

/** Words for kinds of texts that make a text the answer to another one, which has the same title. */
export const answers = wordsOf(
  `reply replies response responses rejoinder comment comments erratum corrigendum correction addendum retraction antwort
  erwiderung replik kommentar reponse replique respuesta replica comentario resposta risposta commento`,
);

/**
 * Words for kinds of texts that often mean something else, unless they begin or end a subtitle: "immune responses",
 * "crosstalk".
 */
export const commonWords = wordsOf('response responses talk discussion summary translation correction');

/** Words for whom or what was studied, and when. A title that names one is not the title that names none. */
export const qualifiers = wordsOf(
  `men women male female males females boys girls children child adults adult adolescents elderly older younger young
  infants infant neonates neonatal newborn pediatric paediatric geriatric maternal paternal human humans animal animals
  mouse mice murine rat rats rabbit rabbits canine feline bovine porcine equine ovine acute chronic early late primary
  secondary mild severe upper lower left right northern southern eastern western urban rural pre post before after during
  against 男 女 幼 老 positive negative high low short long small large`,
  `manner frauen manner kinder erwachsene jugendliche hommes femmes enfants adultes filles garcons hombres mujeres ninos
  ninas adultos homens mulheres criancas uomini donne bambini мужчин женщин детей взрослых`,
);

/**
 * Beginnings that give a word another meaning, in groups of those that stand for each other: "hypertension" and
 * "hypotension", "symptomatic" and "asymptomatic". `-` is no beginning.
 */
export const meaningfulPrefixes: readonly ReadonlySet<string>[] = [
  wordsOf('- un in im ir il non anti dis mis'),
  wordsOf('hyper hypo normo'),
  wordsOf('inter intra extra in ex trans'),
  wordsOf('endo exo ecto'),
  wordsOf('- pre post peri neo ante'),
  wordsOf('- macro micro meso nano'),
  wordsOf('- mono uni bi di tri tetra penta hexa poly multi oligo'),
  wordsOf('homo hetero iso auto allo xeno'),
  wordsOf('ortho para meta'),
  wordsOf('- sub super supra infra over under'),
  wordsOf('- pro re de'),
  wordsOf('in ex im de'),
  wordsOf('ad ab'),
  wordsOf('af ef'),
  wordsOf('ipsi contra'),
  wordsOf('north south nor sou'),
  wordsOf('east west ea we'),
  wordsOf('ma pa'),
  wordsOf('eth meth prop but'),
  wordsOf('geno pheno'),
  wordsOf('- fe'),
  wordsOf('cis trans'),
];
/** Before a longer word only: "symptomatic", but not "bout" and "about". */
export const privative = 'a';

/** Names of places that are no misspellings of each other, though one or two letters apart. */
export const similarNames: readonly ReadonlySet<string>[] = [
  wordsOf('austria australia'),
  wordsOf('austrian australian'),
  wordsOf('slovakia slovenia'),
  wordsOf('slovakian slovenian slovak slovene'),
  wordsOf('gambia zambia'),
  wordsOf('mauritania mauritius'),
  wordsOf('dominica dominican'),
  wordsOf('niger nigeria'),
  wordsOf('guinea guyana'),
  wordsOf('iran iraq'),
  wordsOf('iranian iraqi'),
];

/** Endings that distinguish words: compounds in chemistry, and the gender of people. */
export const meaningfulEndings: readonly ReadonlySet<string>[] = [
  wordsOf('ate ite ide ane ene yne'),
  wordsOf('os as'),
  wordsOf('o a'),
  wordsOf('anol anal anone'),
];
