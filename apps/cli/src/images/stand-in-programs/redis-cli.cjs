#!/usr/local/bin/node
// Stand-in for redis-cli: one command, given as arguments.
const { connect } = require('node:net');

const words = process.argv.slice(2);
const take = (name, otherwise) => {
  const at = words.indexOf(name);
  return at < 0 ? otherwise : words.splice(at, 2)[1];
};
const [host, port] = [take('-h', '127.0.0.1'), Number(take('-p', '6379'))];
const socket = connect({ host, port, timeout: 3000 });
const fail = (why) => {
  console.error(`Could not connect to Redis at ${host}:${port}: ${why}`);
  process.exit(1);
};
socket.on('timeout', () => fail('timeout'));
socket.on('error', (error) => fail(error.message));
socket.on('connect', () =>
  socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`),
);
let text = '';
socket.on('data', (chunk) => {
  text += chunk;
  const [, kind, first, rest] = /^([+:$*-])([^\r]*)\r\n([\s\S]*)$/.exec(text) ?? [];
  if (kind === undefined || (kind === '$' && Number(first) >= 0 && rest.length < Number(first))) return;
  if (kind === '$') console.log(Number(first) < 0 ? '(nil)' : rest.slice(0, Number(first)));
  else console.log(kind === '-' ? `(error) ${first}` : first);
  process.exit(kind === '-' ? 1 : 0);
});
