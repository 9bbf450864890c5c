// Plain CommonJS, so that it runs on old versions of Node and can print the message.
const major = Number(process.versions.node.split('.')[0]);
if (major < 24) {
  console.error(
    `This project needs Node 24, but this is Node ${process.version}.\n` +
      'Node 24 is installed by the dev dependency "node": run "npm ci", then use npm scripts ("npm start", "npm test").\n' +
      'If npm says that it skipped install scripts, run "npm rebuild node" once.',
  );
  process.exit(1);
}
