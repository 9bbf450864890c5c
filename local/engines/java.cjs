// Plain CommonJS, so that scripts can check Java before anything is installed, on any version of Node.
const { spawnSync } = require('node:child_process');
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const oldestMajor = 8;

/** The commands that install Java, by the names that a Linux distribution gives itself and those that it is like. */
const linuxCommands = [
  [/\b(debian|ubuntu)\b/, 'apt-get install default-jre-headless'],
  [/\bamzn\b/, 'dnf install java-21-amazon-corretto-headless'],
  [/\b(fedora|rhel|centos)\b/, 'dnf install java-21-openjdk-headless'],
  [/\balpine\b/, 'apk add openjdk21-jre-headless'],
  [/\barch\b/, 'pacman -S jre-openjdk-headless'],
  [/\bsuse\b/, 'zypper install java-21-openjdk-headless'],
];

/** How to get Java on a system, as the end of a sentence. `osRelease` is the text of /etc/os-release. */
function javaInstructions(platform = process.platform, osRelease = readOsRelease(platform), isRoot = runsAsRoot()) {
  const names = (osRelease.match(/^ID(_LIKE)?=.*$/gm) || []).join(' ');
  const [, onLinux] = linuxCommands.find(([name]) => name.test(names)) || [];
  const command =
    platform === 'darwin'
      ? 'brew install --cask temurin'
      : platform === 'win32'
        ? 'winget install Microsoft.OpenJDK.21'
        : onLinux && (isRoot ? onLinux : `sudo ${onLinux}`);
  const how = command ? `Install it: ${command}` : 'Install it from https://adoptium.net';
  return `DynamoDB Local needs Java ${oldestMajor} or newer. ${how}, or set JAVA_HOME to its folder. Then start again.`;
}

function readOsRelease(platform) {
  return platform === 'linux' && existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : '';
}

const runsAsRoot = () => typeof process.getuid === 'function' && process.getuid() === 0;

function javaPath() {
  const home = process.env.JAVA_HOME;
  const name = process.platform === 'win32' ? 'java.exe' : 'java';
  const fromHome = home && join(home, 'bin', name);
  return fromHome && existsSync(fromHome) ? fromHome : 'java';
}

/** The fault of Java on this computer, and how to mend it; undefined if it can be used. */
function javaProblem() {
  const { error, status, stdout, stderr } = spawnSync(javaPath(), ['-version'], { encoding: 'utf8' });
  // macOS has a command without a Java behind it, which only fails.
  if (error || status !== 0) return `There is no Java. ${javaInstructions()}`;
  const [, major] = /version "(?:1\.)?(\d+)/.exec(stdout + stderr) || [];
  // An unknown notation is left to DynamoDB Local.
  if (major === undefined || Number(major) >= oldestMajor) return undefined;
  return `Java ${major} is too old. ${javaInstructions()}`;
}

module.exports = { javaInstructions, javaPath, javaProblem };
