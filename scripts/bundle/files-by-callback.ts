import { readFile as readByCallback } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Replaces Node's file functions with promises. Safe because it is Node's own function with callbacks, which needs none of
 * the eleven modules that Node loads for the others: streams, the reading of lines and more.
 */
export const readFile = promisify(readByCallback);
