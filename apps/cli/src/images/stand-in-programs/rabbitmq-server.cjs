#!/usr/local/bin/node
// Stand-in for RabbitMQ: the port of AMQP, and a management page.
const { createServer: createHttpServer } = require('node:http');
const { createServer } = require('node:net');

const server = createServer((socket) => {
  // As for a version of the protocol that a server does not speak: it names its own, and hangs up.
  socket.on('data', () => socket.end(Buffer.from('AMQP\0\0\x09\x01', 'latin1')));
  socket.on('error', () => socket.destroy());
});
server.listen(5672, () => console.log('stand-in for RabbitMQ: listening on port 5672; there are no queues'));
createHttpServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ product_name: 'RabbitMQ (stand-in)', queues: [] }));
}).listen(15672);
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit());
