import { jest } from '@jest/globals';
import { Contention } from '#src/runtime/errors.ts';
import { keys } from '#src/table/keys.ts';
import { db } from '#src/table/table.ts';
import { send } from './crash.ts';

/** Fails every write whose JSON request matches, until the mock is restored. */
export const failWrites = (isSuch: (input: string) => boolean, error = new Error('broken')) =>
  jest.spyOn(db, 'send').mockImplementation((async (command: { constructor: { name: string }; input: object }) => {
    const isWrite = /^(Put|Update|Delete|TransactWrite|BatchWrite)/.test(command.constructor.name);
    if (isWrite && isSuch(JSON.stringify(command.input))) throw error;
    return send(command);
  }) as never);

/** Fails every change of a publication, as under constant concurrent changes. */
export const busyWrites = (doi: string) =>
  failWrites((input) => input.includes(`"${keys.publication(doi).pk}"`), new Contention('The publication'));
