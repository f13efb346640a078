#!/usr/local/bin/node
// Stand-in for traefik/whoami: prints what it knows of itself and of the request.
const { createServer } = require('node:http');
const { hostname, networkInterfaces } = require('node:os');

const { WHOAMI_PORT_NUMBER = '80', WHOAMI_NAME = '', STAND_IN_FOR = 'traefik/whoami' } = process.env;
const at = process.argv.indexOf('--port');
const port = Number(at < 0 ? WHOAMI_PORT_NUMBER : process.argv[at + 1]);
const addresses = Object.values(networkInterfaces())
  .flat()
  .map(({ address }) => address);
let health = 200;

const server = createServer((request, response) => {
  const path = (request.url ?? '/').split('?')[0];
  if (path === '/health') {
    if (request.method === 'POST')
      request.on('data', (body) => {
        health = Number(body) || 200;
      });
    response.writeHead(health);
    return response.end();
  }
  if (path === '/api') {
    response.writeHead(200, { 'content-type': 'application/json' });
    return response.end(
      JSON.stringify({
        hostname: hostname(),
        ip: addresses,
        method: request.method,
        url: request.url,
        headers: request.headers,
        name: WHOAMI_NAME,
        standInFor: STAND_IN_FOR,
      }),
    );
  }
  const lines = [
    ...(WHOAMI_NAME === '' ? [] : [`Name: ${WHOAMI_NAME}`]),
    `Hostname: ${hostname()}`,
    ...addresses.map((address) => `IP: ${address}`),
    `RemoteAddr: ${request.socket.remoteAddress}:${request.socket.remotePort}`,
    `${request.method} ${request.url} HTTP/${request.httpVersion}`,
    ...Object.entries(request.headers).map(([name, value]) => `${name}: ${value}`),
    `Stand-in: ${STAND_IN_FOR}`,
  ];
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' });
  return response.end(`${lines.join('\n')}\n`);
});
server.listen(port, () => console.log(`stand-in for ${STAND_IN_FOR}: listening on port ${port}`));
process.on('SIGTERM', () => {
  server.close(() => process.exit());
  server.closeIdleConnections();
});
