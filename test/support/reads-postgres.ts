/** Import this first: the lists that it then loads are in PostgreSQL, as in a function with such an environment. */
process.env.LISTS_ENGINE = 'postgres';
