// Completes package-lock.json after `npm install` on a registry that lacks other platforms' optional packages.
//
// npm leaves such packages out of the lock file, and `npm ci` then refuses the whole of it. Named with version and platform,
// they are skipped where they do not fit and fetched where they do.
import { readFileSync, writeFileSync } from 'node:fs';

const SYSTEMS = [
  'android',
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'openharmony',
  'openbsd',
  'netbsd',
  'sunos',
  'aix',
];
const PROCESSORS = ['x64', 'arm64', 'arm', 'ppc64', 's390x', 'ia32', 'riscv64', 'loong64', 'wasm32'];

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'));
const { '': root, ...packages } = lock.packages;
let added = 0;
for (const [place, { optionalDependencies = {} }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const own = `node_modules/${name}`;
    if (packages[own] || packages[`${place}/${own}`]) continue;
    const words = name.split(/[-/]/);
    const os = SYSTEMS.filter((one) => words.includes(one));
    const cpu = PROCESSORS.filter((one) => words.includes(one));
    if (os.length + cpu.length === 0) throw new Error(`cannot tell the platform of ${name}`);
    const libc = words.includes('musl') ? ['musl'] : /^gnu/.test(words.at(-1)) ? ['glibc'] : [];
    packages[own] = {
      version: version.replace(/^[\^~]/, ''),
      ...(cpu.length > 0 ? { cpu } : {}),
      dev: packages[place].dev === true,
      ...(libc.length > 0 ? { libc } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
    added++;
  }
}
const sorted = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(
  'package-lock.json',
  `${JSON.stringify({ ...lock, packages: { '': root, ...sorted } }, null, 2)}\n`,
);
console.log(`${added} packages of other platforms named in package-lock.json`);
