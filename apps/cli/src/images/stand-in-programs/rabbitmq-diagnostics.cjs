#!/usr/local/bin/node
// Stand-in for rabbitmq-diagnostics: every check is whether the port of AMQP accepts connections.
const { connect } = require('node:net');

const quiet = process.argv.includes('-q');
const socket = connect({ host: '127.0.0.1', port: 5672, timeout: 5000 });
const fail = (why) => {
  console.error(`Error: port 5672: ${why}`);
  process.exit(69);
};
socket.on('connect', () => {
  if (!quiet) console.log('Successfully connected to port 5672.');
  process.exit(0);
});
socket.on('timeout', () => fail('no response'));
socket.on('error', (error) => fail(error.message));
