// Plain CommonJS, so that it runs on old versions of Node and can print the message.
const { existsSync } = require('node:fs');
const { join } = require('node:path');

const major = Number(process.versions.node.split('.')[0]);
if (!existsSync(join(__dirname, '../node_modules/.package-lock.json'))) {
  console.error('The dependencies are not installed: run "npm ci" first. "npm start" and "npm test" do so themselves.');
  process.exit(1);
}
if (major < 24) {
  console.error(
    `This project needs Node 24, but this is Node ${process.version}.\n` +
      'Node 24 is installed by the dev dependency "node": run "npm ci", then use npm scripts ("npm start", "npm test").\n' +
      'If npm says that it skipped install scripts, run "npm rebuild node" once.',
  );
  process.exit(1);
}
