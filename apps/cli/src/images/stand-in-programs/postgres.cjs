#!/usr/local/bin/node
// Stand-in for PostgreSQL: lets clients in, remembers which tables were created, and counts them.
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const { createServer } = require('node:net');
const { join } = require('node:path');

const PORT = 5432;
const { PGDATA = '/var/lib/postgresql/data' } = process.env;
const file = join(PGDATA, 'tables.json');
mkdirSync(PGDATA, { recursive: true });
const tables = new Set(readTables());

function readTables() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return [];
    throw error;
  }
}

function message(type, ...parts) {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)));
  const head = Buffer.alloc(5);
  head.write(type, 'latin1');
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}
const int16 = (value) => Buffer.from([value >> 8, value & 255]);
const int32 = (value) => Buffer.from([value >> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255]);
const ready = message('Z', Buffer.from('I'));

function row(name, value) {
  const column = Buffer.concat([
    Buffer.from(`${name}\0`),
    int32(0),
    int16(0),
    int32(25),
    int16(-1 & 0xffff),
    int32(-1),
    int16(0),
  ]);
  return [
    message('T', int16(1), column),
    message('D', int16(1), int32(Buffer.byteLength(value)), Buffer.from(value)),
    message('C', 'SELECT 1'),
  ];
}

function run(statement) {
  const [, created] = /^\s*create\s+table\s+(?:if\s+not\s+exists\s+)?"?([\w.]+)/i.exec(statement) ?? [];
  if (created !== undefined) {
    tables.add(created);
    writeFileSync(file, JSON.stringify([...tables]));
    return [message('C', 'CREATE TABLE')];
  }
  if (/count\(\*\)\s+from\s+pg_tables/i.test(statement)) return row('count', String(tables.size));
  if (/^\s*select\s+(1|version\(\))/i.test(statement))
    return row('version', /version/i.test(statement) ? 'PostgreSQL 17 (stand-in)' : '1');
  if (/^\s*select\b/i.test(statement)) {
    return [message('E', 'SERROR', 'C0A000', 'Mthis is a stand-in for PostgreSQL: it has no rows', Buffer.from([0]))];
  }
  return [message('C', statement.trim().split(/\s+/)[0]?.toUpperCase() ?? '')];
}

const server = createServer((socket) => {
  let pending = Buffer.alloc(0);
  let started = false;
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      const offset = started ? 1 : 0;
      if (pending.length < offset + 4 || pending.length < offset + pending.readInt32BE(offset)) return;
      const size = pending.readInt32BE(offset);
      const type = started ? String.fromCharCode(pending[0]) : '';
      const body = pending.subarray(offset + 4, offset + size);
      pending = pending.subarray(offset + size);
      if (!started && body.length === 4 && [80877103, 80877104].includes(body.readInt32BE(0))) socket.write('N');
      else if (!started) {
        started = true;
        socket.write(
          Buffer.concat([
            message('R', int32(0)),
            message('S', 'server_version', '17.0 (stand-in)'),
            message('S', 'client_encoding', 'UTF8'),
            message('K', int32(1), int32(1)),
            ready,
          ]),
        );
      } else if (type === 'Q') socket.write(Buffer.concat([...run(body.toString('utf8').replace(/\0$/, '')), ready]));
      else if (type === 'X') return socket.end();
      else
        socket.write(
          Buffer.concat([
            message(
              'E',
              'SERROR',
              'C0A000',
              'Mthis is a stand-in for PostgreSQL: only simple queries',
              Buffer.from([0]),
            ),
            ready,
          ]),
        );
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(PORT, () => console.log(`stand-in for PostgreSQL: listening on port ${PORT}; rows are not stored`));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit());
