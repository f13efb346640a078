#!/usr/local/bin/node
// Stand-in for Redis: strings and counters in memory.
const { createServer } = require('node:net');

const at = process.argv.indexOf('--port');
const port = at < 0 ? 6379 : Number(process.argv[at + 1]);
const values = new Map();
const bulk = (text) => (text === undefined ? '$-1\r\n' : `$${Buffer.byteLength(text)}\r\n${text}\r\n`);
const COMMANDS = {
  PING: (text) => (text === undefined ? '+PONG\r\n' : bulk(text)),
  ECHO: (text) => bulk(text ?? ''),
  SET: (key, value) => {
    values.set(key, value ?? '');
    return '+OK\r\n';
  },
  GET: (key) => bulk(values.get(key)),
  DEL: (...keys) => `:${keys.filter((key) => values.delete(key)).length}\r\n`,
  EXISTS: (...keys) => `:${keys.filter((key) => values.has(key)).length}\r\n`,
  INCR: (key) => {
    values.set(key, String((Number(values.get(key)) || 0) + 1));
    return `:${values.get(key)}\r\n`;
  },
  DBSIZE: () => `:${values.size}\r\n`,
  INFO: () => bulk('# Server\r\nredis_version:7.4.0\r\nredis_mode:standalone\r\nstand_in:yes\r\n'),
  SELECT: () => '+OK\r\n',
  AUTH: () => '+OK\r\n',
  CLIENT: () => '+OK\r\n',
  COMMAND: () => '*0\r\n',
};

/** The first request of a text, and what follows it; undefined while it is incomplete. */
function take(text) {
  const end = text.indexOf('\r\n');
  if (end < 0) return undefined;
  if (text[0] !== '*') return { words: text.slice(0, end).split(' ').filter(Boolean), rest: text.slice(end + 2) };
  const words = [];
  let from = end + 2;
  for (let count = Number(text.slice(1, end)); count > 0; count -= 1) {
    const head = text.indexOf('\r\n', from);
    const size = Number(text.slice(from + 1, head));
    if (head < 0 || text.length < head + 2 + size + 2) return undefined;
    words.push(Buffer.from(text.slice(head + 2, head + 2 + size), 'latin1').toString('utf8'));
    from = head + 2 + size + 2;
  }
  return { words, rest: text.slice(from) };
}

const server = createServer((socket) => {
  let pending = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    pending += chunk;
    for (let taken = take(pending); taken !== undefined; taken = take(pending)) {
      pending = taken.rest;
      const [name = '', ...args] = taken.words;
      if (name === '') continue;
      if (name.toUpperCase() === 'QUIT') return socket.end('+OK\r\n');
      const command = COMMANDS[name.toUpperCase()];
      socket.write(command === undefined ? `-ERR unknown command '${name}' of a stand-in\r\n` : command(...args));
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(port, () => console.log(`stand-in for Redis: listening on port ${port}; nothing is stored on disk`));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit());
