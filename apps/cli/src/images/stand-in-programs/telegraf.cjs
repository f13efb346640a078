#!/usr/local/bin/node
// Stand-in for telegraf: prints what statsd clients send.
const { createSocket } = require('node:dgram');
const { existsSync, readFileSync } = require('node:fs');

const CONFIG = '/etc/telegraf/telegraf.conf';
const text = existsSync(CONFIG) ? readFileSync(CONFIG, 'utf8') : '';
const port = Number(/service_address\s*=\s*"[^"]*:(\d+)"/.exec(text)?.[1] ?? 8125);
const socket = createSocket('udp4', (message) => console.log(message.toString('utf8').trim()));
socket.bind(port, () => console.log(`stand-in for telegraf: statsd on UDP port ${port}`));
for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => process.exit());
