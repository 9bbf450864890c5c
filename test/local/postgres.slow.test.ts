import { expect, test } from '@jest/globals';
import { startPostgres } from '../../local/engines/postgres.ts';
import { describeWithPostgres } from '../support/postgres.ts';

describeWithPostgres('the server of lists in PostgreSQL', () => {
  test('says that it was killed, and can be stopped after that', async () => {
    const { promise: lost, resolve } = Promise.withResolvers<void>();
    const server = await startPostgres('64MB', resolve);
    process.kill(server.processId, 'SIGKILL');
    await lost;
    await expect(server.pool.query('SELECT')).rejects.toThrow();
    await server.stop();
  });

  test('says nothing when it is stopped', async () => {
    let isLost = false;
    const server = await startPostgres('64MB', () => {
      isLost = true;
    });
    await server.stop();
    expect(isLost).toBe(false);
  });
});
