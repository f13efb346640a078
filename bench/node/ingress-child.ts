import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { BenchChild } from '../support/bench-child.ts';
import { childSettings, serveRequests, type Values } from './namespace-child.ts';
import { ownProcessorMs } from './processes.ts';

/** Our ingress controller and nginx before the same backend, in a network of their own: `kubemin` and `nginx` in turn. */
const { directory, nginx, wrk, seconds } = childSettings<{
  readonly directory: string;
  readonly nginx: string;
  readonly wrk: string;
  readonly seconds: number;
}>();
const run = promisify(execFile);
const CONNECTIONS = 32;
const BACKEND_PORT = 18_080;
const NGINX_PORT = 18_081;
const BODY = 'x'.repeat(1024);
const BACKEND = `location / { default_type text/plain; return 200 "${BODY}"; }`;
const PROXY = `location / {
  proxy_pass http://backend; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
  proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header X-Forwarded-Proto $scheme;
}`;

/** One process each, so that what it costs is that of one process. */
async function startNginx(name: string, port: number, location: string): Promise<ChildProcess> {
  const home = join(directory, name);
  await mkdir(home, { recursive: true });
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    return `${kind}_temp_path ${home}/${kind};`;
  });
  await writeFile(
    join(home, 'nginx.conf'),
    `user root; daemon off; master_process off; pid ${home}/pid; error_log ${home}/error.log;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000; ${places.join(' ')}
  upstream backend { server 127.0.0.1:${BACKEND_PORT}; keepalive ${CONNECTIONS * 2}; keepalive_requests 1000000; }
  server { listen 127.0.0.1:${port}; server_name shop.test; ${location} }
}`,
  );
  const child = spawn(nginx, ['-c', join(home, 'nginx.conf'), '-p', home], { stdio: ['ignore', 'ignore', 'inherit'] });
  await listening(child, port);
  return child;
}

async function listening(child: ChildProcess, port: number): Promise<void> {
  while (child.exitCode === null) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nginx ended with ${child.exitCode}: see its message`);
}

async function measure(port: number, processorMs: () => Promise<number>): Promise<Values> {
  const before = await processorMs();
  const words = ['-t', '1', '-c', String(CONNECTIONS), '-d', `${seconds}s`, '-H', 'Host: shop.test'];
  const { stdout } = await run(wrk, [...words, `http://127.0.0.1:${port}/`]);
  const used = (await processorMs()) - before;
  const requests = Number(/(\d+) requests in/.exec(stdout)?.[1]);
  const perSecond = Number(/Requests\/sec: +([\d.]+)/.exec(stdout)?.[1]);
  if (!(requests > 0) || /Non-2xx|Socket errors/.test(stdout)) throw new Error(`wrk: ${stdout}`);
  return { perSecond, cpuMicros: (used * 1000) / requests };
}

await run('ip', ['link', 'set', 'lo', 'up']);
const backend = await startNginx('backend', BACKEND_PORT, BACKEND);
const proxy = await startNginx('proxy', NGINX_PORT, PROXY);
const script = fileURLToPath(new URL('ingress-proxy-child.ts', import.meta.url));
const ours = new BenchChild({ script, settings: { backend: BACKEND_PORT } });
serveRequests(
  {
    kubemin: async () => measure(await ours.port(), async () => (await ours.ask('usage')).cpuMicros / 1000),
    nginx: () => measure(NGINX_PORT, async () => ownProcessorMs(proxy.pid ?? 0)),
  },
  async () => {
    proxy.kill('SIGKILL');
    backend.kill('SIGKILL');
    await ours.stop();
  },
);
