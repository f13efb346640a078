#!/usr/local/bin/node
// Stand-in for Fluent Bit: prints new lines of the files that `Path` names, and has its page on port 2020.
const { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } = require('node:fs');
const { createServer } = require('node:http');
const { basename, dirname, join } = require('node:path');

const at = process.argv.indexOf('-c');
const config = at < 0 ? '/fluent-bit/etc/fluent-bit.conf' : process.argv[at + 1];
const text = existsSync(config) ? readFileSync(config, 'utf8') : '';
const patterns = [...text.matchAll(/^\s*Path\s+(\S+)/gim)].map(([, path]) => path);
const offsets = new Map();

function look() {
  for (const pattern of patterns) {
    const name = new RegExp(
      `^${basename(pattern)
        .replace(/[.+^${}()|[\]\\]/g, '\\$&')
        .replace(/\*/g, '.*')}$`,
    );
    const directory = dirname(pattern);
    for (const file of existsSync(directory) ? readdirSync(directory).filter((each) => name.test(each)) : [])
      print(join(directory, file));
  }
}

function print(file) {
  const { size } = statSync(file);
  const from = Math.min(offsets.get(file) ?? 0, size);
  if (size === from) return;
  const handle = openSync(file, 'r');
  const bytes = Buffer.alloc(size - from);
  readSync(handle, bytes, 0, bytes.length, from);
  closeSync(handle);
  const end = bytes.lastIndexOf(10) + 1;
  offsets.set(file, from + end);
  for (const line of bytes.toString('utf8', 0, end).split('\n').filter(Boolean))
    console.log(JSON.stringify({ file, log: line }));
}

setInterval(look, 1000);
createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ 'fluent-bit': { version: '3.2.0', edition: 'stand-in' } }));
}).listen(2020, () =>
  console.log(`stand-in for Fluent Bit: reads ${patterns.join(', ') || 'nothing'}, page on port 2020`),
);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit());
