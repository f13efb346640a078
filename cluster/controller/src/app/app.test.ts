import { Gauge, MetricRegistry, silentLogger, TerminalError } from '@kubemin/base';
import { afterEach, describe, expect, test } from 'vitest';
import { parseBindAddress } from '../http/http-listener.ts';
import { createApp, type PreparedApp } from './app.ts';
import type { RunnableManager } from './runnable-manager.ts';

const FREE = parseBindAddress('127.0.0.1:0');
const OFF = parseBindAddress('0');
const never = new AbortController().signal;
const open: PreparedApp[] = [];

afterEach(async () => {
  for (const app of open.splice(0)) await app.close();
});

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

function managerThat(run: RunnableManager['run'], own: Partial<RunnableManager> = {}): RunnableManager {
  return { name: 'work', run, checks: () => [], ...own };
}

async function prepared(...managers: readonly RunnableManager[]): Promise<PreparedApp> {
  const metrics = new MetricRegistry();
  metrics
    .add(new Gauge({ name: 'test_value', help: 'A value.' }))
    .series({})
    .set(42);
  const app = createApp({ name: 'test', config: { metrics: FREE, health: FREE }, metrics, logger: silentLogger });
  const ready = await app.with(...managers).prepareRun(never);
  open.push(ready);
  return ready;
}

async function ask(app: PreparedApp, path: string): Promise<string> {
  const base = path === '/metrics' ? app.addresses.metrics : app.addresses.health;
  const response = await fetch(`${base}${path}`, { headers: { connection: 'close' } });
  return `${response.status} ${await response.text()}`;
}

describe('KC-APP-2: a graceful stop', () => {
  test('readiness is false before a manager hears of the stop, and until its work is done', async () => {
    const stopping = Promise.withResolvers<void>();
    const work = Promise.withResolvers<void>();
    const drained: string[] = [];
    const app = await prepared(
      managerThat(async (signal) => {
        await untilAborted(signal);
        stopping.resolve();
        await work.promise;
        drained.push('work');
      }),
    );
    const stop = new AbortController();
    const run = app.run(stop.signal);
    expect(await ask(app, '/readyz')).toBe('200 ok');
    stop.abort();
    await stopping.promise;
    expect(await ask(app, '/readyz')).toBe('503 [-]test failed: stopping\nreadyz check failed');
    expect(await ask(app, '/healthz')).toBe('200 ok');
    work.resolve();
    await run;
    expect(drained).toEqual(['work']);
    await expect(ask(app, '/healthz')).rejects.toThrow();
  });

  test('a stop before the start runs nothing for long', async () => {
    const app = await prepared(managerThat(async (signal) => expect(signal.aborted).toBe(true)));
    await app.run(AbortSignal.abort());
  });

  test('a stop while a manager prepares does not wait for it, and closes what was opened', async () => {
    const stop = new AbortController();
    const closed: string[] = [];
    const manager = managerThat(untilAborted, {
      prepare: () => {
        stop.abort(new Error('stopped by the test'));
        return new Promise(() => undefined);
      },
      close: async () => {
        closed.push('work');
      },
    });
    const app = createApp({
      name: 'x',
      config: { metrics: OFF, health: OFF },
      metrics: new MetricRegistry(),
      logger: silentLogger,
    });
    await expect(app.with(manager).prepareRun(stop.signal)).rejects.toThrow('stopped by the test');
    expect(closed).toEqual(['work']);
  });

  test('the failure of one manager stops the others and is reported with its name', async () => {
    const drained: string[] = [];
    const app = await prepared(
      managerThat(async (signal) => {
        await untilAborted(signal);
        drained.push('healthy');
      }),
      managerThat(
        async () => {
          throw new Error('no lease');
        },
        { name: 'broken' },
      ),
    );
    await expect(app.run(never)).rejects.toThrow('the manager "broken" failed: no lease');
    expect(drained).toEqual(['healthy']);
  });

  test('a manager that ends without a stop is a failure', async () => {
    const app = await prepared(managerThat(async () => undefined));
    await expect(app.run(never)).rejects.toThrow('the manager "work" failed: it ended unexpectedly');
  });
});

describe('the endpoints', () => {
  test('readyz lists what fails, and with verbose everything', async () => {
    const app = await prepared(
      managerThat(untilAborted, {
        checks: () => [
          { name: 'cache-sync/ats', ok: true },
          { name: 'hook/ats', ok: false, message: 'the first try failed' },
        ],
      }),
    );
    const stop = new AbortController();
    const run = app.run(stop.signal);
    expect(await ask(app, '/readyz')).toBe('503 [-]hook/ats failed: the first try failed\nreadyz check failed');
    expect(await ask(app, '/readyz?verbose')).toContain('[+]test ok\n[+]cache-sync/ats ok\n[-]hook/ats');
    expect(await ask(app, '/metrics')).toContain('test_value 42');
    stop.abort();
    await run;
  });

  test('nothing is ready before it runs', async () => {
    expect(await ask(await prepared(), '/readyz')).toContain('still preparing');
  });

  test('a taken port is reported before any manager prepares, and opened ports are closed', async () => {
    const app = await prepared();
    const taken = parseBindAddress(new URL(app.addresses.health ?? '').host);
    let asked = false;
    const closed: string[] = [];
    const second = createApp({
      name: 'second',
      config: { metrics: FREE, health: taken },
      metrics: new MetricRegistry(),
      logger: silentLogger,
    }).with(
      managerThat(untilAborted, {
        prepare: async () => {
          asked = true;
        },
        close: async () => {
          closed.push('work');
        },
      }),
    );
    await expect(second.prepareRun(never)).rejects.toMatchObject({ code: 'PORT_TAKEN' });
    expect(asked).toBe(false);
    expect(closed).toEqual(['work']);
  });

  test('they can be turned off', async () => {
    const config = { metrics: OFF, health: OFF };
    const app = await createApp({ name: 'x', config, metrics: new MetricRegistry(), logger: silentLogger }).prepareRun(
      never,
    );
    expect(app.addresses).toEqual({});
    await app.close();
  });
});

test('two managers of one name are refused', () => {
  const config = { metrics: OFF, health: OFF };
  const app = createApp({ name: 'x', config, metrics: new MetricRegistry(), logger: silentLogger });
  expect(() => app.with(managerThat(untilAborted), managerThat(untilAborted))).toThrow(TerminalError);
});
