import { text } from 'node:stream/consumers';
import { badRequest } from '@kubemin/kubeapi';
import { core } from '@kubemin/kubeapi/resources';
import { eventually, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createKubeClient } from '../resource/kube-client.ts';
import { attachToPod, startPodCommand } from './pod-command.ts';
import { openPodLog } from './pod-log.ts';
import { openPodPorts } from './pod-ports.ts';

const PLACE = { namespace: 'default', pod: 'web' };

describe.each(['http', 'loopback'] as const)('streams of pods over %s', (transport) => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ transport, nodes: 1 });
    const pods = cluster.client.resource(core.v1.pods, 'default');
    await pods.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web', annotations: { 'kubemin.io/simulate-logs': 'one\ntwo\nthree' } },
      spec: { containers: [{ name: 'main', image: 'registry.test/app:1' }] },
    });
    await pods.create({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'console' },
      spec: { containers: [{ name: 'main', image: 'registry.test/app:1', stdin: true, tty: true }] },
    });
    for (const name of ['web', 'console']) {
      await eventually(async () => (await pods.get(name)).status?.phase === 'Running');
    }
  });
  afterAll(() => cluster.close());

  it('a log is read in parts', async () => {
    const log = await openPodLog(cluster.client, { ...PLACE, tailLines: 2 });
    expect(await text(log)).toBe('two\nthree\n');
  });

  it('a log that is followed ends when it is given up', async () => {
    const enough = new AbortController();
    const log = await openPodLog(cluster.client, { ...PLACE, follow: true, signal: enough.signal });
    const reading = text(log).catch(() => 'given up');
    enough.abort();
    await reading;
  });

  it('a missing log is reported with its reason', async () => {
    const log = openPodLog(cluster.client, { ...PLACE, container: 'none' });
    await expect(log).rejects.toMatchObject({ httpCode: 400, message: 'container none is not valid for pod web' });
  });

  it('a command reads, writes and ends with its own exit code', async () => {
    const command = await startPodCommand(cluster.client, { ...PLACE, command: ['sh'], stdin: true });
    command.stdin.end('echo hello\nhostname\nnonsense\nexit 7\n');
    const [out, err] = await Promise.all([text(command.stdout), text(command.stderr)]);
    expect(out).toBe('hello\nweb\n');
    expect(err).toContain('nonsense: not simulated');
    expect(await command.outcome).toEqual({ kind: 'exited', exitCode: 7 });
  });

  it('the words of a command stay apart', async () => {
    const command = await startPodCommand(cluster.client, { ...PLACE, command: ['echo', 'a b', 'c,d', '&'] });
    expect(await text(command.stdout)).toBe('a b c,d &\n');
  });

  it('a command with a terminal is echoed, and gets its size', async () => {
    const command = await startPodCommand(cluster.client, { ...PLACE, command: ['sh'], stdin: true, tty: true });
    await command.resize({ width: 100, height: 30 });
    command.stdin.write('echo hi\rstty size\rexit\r');
    expect(await text(command.stdout)).toContain('$ echo hi\r\nhi\r\n$ stty size\r\n30 100\r\n$ exit\r\n');
    expect(await command.outcome).toEqual({ kind: 'exited', exitCode: 0 });
  });

  it('a megabyte goes through a command and comes back whole', async () => {
    const command = await startPodCommand(cluster.client, { ...PLACE, command: ['cat'], stdin: true });
    const sent = 'abcdefghij'.repeat(100_000);
    command.stdin.end(sent);
    expect((await text(command.stdout)) === sent).toBe(true);
    expect(await command.outcome).toEqual({ kind: 'exited', exitCode: 0 });
  });

  it('a running command can be attached to, gets input, and continues after detaching', async () => {
    const leaving = new AbortController();
    const place = { ...PLACE, pod: 'console' };
    const joined = await attachToPod(cluster.client, { ...place, stdin: true, tty: true, signal: leaving.signal });
    joined.stdin.write('hello, 你好, né\r');
    let heard = Buffer.alloc(0);
    for await (const bytes of joined.stdout) {
      heard = Buffer.concat([heard, bytes]);
      if (heard.includes('\r\n')) leaving.abort();
    }
    expect(heard.toString()).toBe('hello, 你好, né\r\n');
    expect(await joined.outcome).toMatchObject({ kind: 'failed' });
    const { status } = await cluster.client.resource(core.v1.pods, 'default').get('console');
    expect(status?.containerStatuses?.[0]).toMatchObject({ restartCount: 0, ready: true });
  });

  it('an attach that fails is reported with its reason', async () => {
    const joined = attachToPod(cluster.client, { ...PLACE, container: 'none' });
    await expect(joined).rejects.toMatchObject({ httpCode: 400 });
  });

  it('a command that cannot be run is reported with its reason', async () => {
    const command = startPodCommand(cluster.client, { ...PLACE, pod: 'none', command: ['true'] });
    await expect(command).rejects.toMatchObject({ httpCode: 404, message: 'pods "none" not found' });
  });

  it('ports are opened concurrently, and the failure of one is reported without ending the others', async () => {
    const ports = await openPodPorts(cluster.client, PLACE);
    const ask = async (port: number, request: string) => {
      const { data, failure } = await ports.open(port);
      data.write(request);
      return { reply: await text(data), failure: await failure };
    };
    const [web, other, wrong] = await Promise.all([
      ask(80, 'GET / HTTP/1.1\r\n\r\n'),
      ask(8080, 'GET /x HTTP/1.1\r\n\r\n'),
      ask(3306, 'no HTTP'),
    ]);
    expect(web).toMatchObject({ reply: expect.stringContaining('pod default/web port 80'), failure: undefined });
    expect(other).toMatchObject({ reply: expect.stringContaining('pod default/web port 8080'), failure: undefined });
    expect(wrong).toEqual({ reply: '', failure: expect.stringContaining('nothing runs here') });
    ports.close();
    await ports.closed;
  });

  it('a cluster that knows no tunnels is asked for ports the older way', async () => {
    const { handler } = cluster.client;
    const old = createKubeClient(async (request) => {
      if (request.headers.upgrade === 'websocket') throw badRequest('unable to upgrade: missing upgrade headers');
      return handler(request);
    });
    const ports = await openPodPorts(old, PLACE);
    const { data } = await ports.open(80);
    data.write('GET / HTTP/1.1\r\n\r\n');
    expect(await text(data)).toContain('pod default/web port 80');
    ports.close();
  });

  it('ports that cannot be opened are reported with the reason', async () => {
    const ports = openPodPorts(cluster.client, { ...PLACE, pod: 'none' });
    await expect(ports).rejects.toMatchObject({ httpCode: 404, message: 'pods "none" not found' });
  });
});
