#!/usr/local/bin/node
// Stand-in for python: waits where a program only waits, serves files for `-m http.server`, and refuses everything else.
const { existsSync, readFileSync, statSync } = require('node:fs');
const { createServer } = require('node:http');
const { join, normalize } = require('node:path');

const [option, text = '', ...rest] = process.argv.slice(2);
process.on('SIGTERM', () => process.exit(143));
process.on('SIGINT', () => process.exit(130));
if (option === '--version' || option === '-V') console.log('Python 3.13.0 (stand-in)');
else if (option === '-c' && /signal\.pause\(\)|time\.sleep\(/.test(text)) {
  console.log('stand-in for python: waiting for a signal');
  setInterval(() => undefined, 2 ** 30);
} else if (option === '-c' && /^\s*print\((['"])([^'"]*)\1\)\s*$/.test(text)) {
  console.log(/^\s*print\((['"])([^'"]*)\1\)/.exec(text)[2]);
} else if (option === '-m' && text === 'http.server') {
  const port = Number(rest.find((word) => /^\d+$/.test(word)) ?? 8000);
  createServer((request, response) => {
    const file = join(process.cwd(), normalize(`/${decodeURIComponent((request.url ?? '/').split('?')[0])}`));
    const page = existsSync(file) && statSync(file).isDirectory() ? join(file, 'index.html') : file;
    response.writeHead(existsSync(page) ? 200 : 404);
    response.end(existsSync(page) ? readFileSync(page) : 'not found\n');
  }).listen(port, () => console.log(`stand-in for python: serving files on port ${port}`));
} else {
  console.error('stand-in for python: this program cannot be run; load or pull the real image');
  process.exit(1);
}
