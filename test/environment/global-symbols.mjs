/** The names of global symbols under which tests find the check of responses, and the log of the test that runs. */
export const contractKey = 'registry test contract';
export const logKey = 'registry test log';
