#!/usr/local/bin/node
// Stand-in for MySQL: greets clients, lets them in, and confirms statements without keeping anything.
const { createServer } = require('node:net');

const PORT = 3306;

function packet(sequence, payload) {
  const head = Buffer.alloc(4);
  head.writeUIntLE(payload.length, 0, 3);
  head[3] = sequence;
  return Buffer.concat([head, payload]);
}
const greeting = Buffer.concat([
  Buffer.from([10]),
  Buffer.from('8.4.0-stand-in\0'),
  Buffer.from([1, 0, 0, 0]),
  Buffer.from('standin1\0'),
  // Protocol 4.1, secure connection, authentication by a named method.
  Buffer.from([0x00, 0x82, 0x21, 0x02, 0x00, 0x08, 0x00, 21]),
  Buffer.alloc(10),
  Buffer.from('standin12345\0'),
  Buffer.from('mysql_native_password\0'),
]);
const ok = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const error = Buffer.concat([
  Buffer.from([0xff, 0x28, 0x04]),
  Buffer.from('#42000this is a stand-in for MySQL: it has no tables'),
]);

const server = createServer((socket) => {
  socket.write(packet(0, greeting));
  let first = true;
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 4 && pending.length >= 4 + pending.readUIntLE(0, 3)) {
      const size = pending.readUIntLE(0, 3);
      const [sequence, command] = [pending[3], pending[4]];
      const statement = pending.toString('utf8', 5, 4 + size);
      pending = pending.subarray(4 + size);
      if (!first && command === 1) return socket.end();
      const reads = !first && command === 3 && /^\s*(?:select|show|desc)/i.test(statement);
      socket.write(packet(sequence + 1, reads ? error : ok));
      first = false;
    }
  });
  socket.on('error', () => socket.destroy());
});
server.listen(PORT, () => console.log(`stand-in for MySQL: listening on port ${PORT}; nothing is stored`));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit());
