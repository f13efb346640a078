#!/usr/local/bin/node
// Stand-in for nc: connects to a port, and with -z only looks whether that is possible.
const { connect } = require('node:net');

const words = process.argv.slice(2);
const at = words.findIndex((word) => /^-\w*w$/.test(word));
const seconds = at < 0 ? 0 : Number(words.splice(at, 2)[1]);
const [host, port] = words.filter((word) => !word.startsWith('-'));
if (port === undefined) {
  console.error('usage: nc [-z] [-w SECONDS] HOST PORT');
  process.exit(1);
}
const socket = connect({ host, port: Number(port), ...(seconds > 0 && { timeout: seconds * 1000 }) });
socket.on('timeout', () => process.exit(1));
socket.on('error', () => process.exit(1));
socket.on('connect', () => {
  if (words.some((word) => /^-\w*z/.test(word))) process.exit(0);
  process.stdin.pipe(socket).pipe(process.stdout);
});
