#!/usr/local/bin/node
// Stand-in for mysqladmin: `ping` succeeds when the server greets.
const { connect } = require('node:net');

const words = process.argv.slice(2);
const host =
  words.find((word) => /^-h./.test(word))?.slice(2) ??
  (words.includes('-h') ? words[words.indexOf('-h') + 1] : '127.0.0.1');
const socket = connect({ host, port: 3306, timeout: 3000 });
const fail = (why) => {
  console.error(`mysqladmin: connect to server at '${host}' failed: ${why}`);
  process.exit(1);
};
socket.on('data', () => {
  console.log('mysqld is alive');
  process.exit(0);
});
socket.on('timeout', () => fail('no response'));
socket.on('error', (error) => fail(error.message));
