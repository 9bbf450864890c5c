import { curatedPublicationList } from './curated-publications.ts';
import { publicationList } from './publications.ts';
import { curatedWorkList, workList } from './works.ts';

/** The lists that are in PostgreSQL if the setting `lists` says so. All others stay in memory. */
export const databaseLists = [publicationList, curatedPublicationList, workList, curatedWorkList];
