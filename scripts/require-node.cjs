// Plain CommonJS on purpose: it must run, and explain, on the Node that is too old for the rest.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `This needs Node 24, and this is ${process.version}.\n` +
      'Node 24 comes with the dev dependency "node": run "npm ci" and start through npm ("npm start", "npm test").\n' +
      'If npm says it did not run install scripts, run "npm rebuild node" once.',
  );
  process.exit(1);
}
