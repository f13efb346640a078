import type { ApiHandler } from '@kubemin/kubeapi';
import { coordination, core } from '@kubemin/kubeapi/resources';
import { startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Candidate, Candidates } from '../test-support/candidates.ts';
import { createLeaseElection } from './lease-election.ts';

let cluster: TestCluster;
let candidates: Candidates;
let first: Candidate;
let second: Candidate;
let tests = 0;

beforeAll(async () => {
  cluster = await startTestCluster({ controllers: false });
});
afterAll(() => cluster.close());
beforeEach(() => {
  candidates = new Candidates(cluster.handler, `lease-${++tests}`);
  const [a, b] = candidates.all;
  if (a === undefined || b === undefined) throw new Error('there should be two candidates');
  [first, second] = [a, b];
});
afterEach(() => candidates.close());

const leases = () => cluster.client.resource(coordination.v1.leases, 'default');
const lease = () => leases().get(`lease-${tests}`);
const unreachable = () => Promise.reject(new Error('the network is down'));

/** The first leads, the second waits. */
async function started(): Promise<void> {
  first.start();
  await candidates.settle();
  second.start();
  await candidates.pass(20_000);
  expect([first.leads, second.leads]).toEqual([true, false]);
}

describe('while all is well', () => {
  test('one candidate leads, and the lease has its identity, duration and term', async () => {
    await started();
    expect(first.leadership?.term).toBe(0);
    expect((await lease()).spec).toMatchObject({
      holderIdentity: 'process-0',
      leaseDurationSeconds: 15,
      leaseTransitions: 0,
      renewTime: expect.stringMatching(/\.\d{6}Z$/),
    });
    expect(second.election.leader).toBe('process-0');
  });

  test('a leader that stops in good order leaves the lease to be taken at once, in a later term', async () => {
    await started();
    first.stop.abort();
    await first.running;
    expect((await lease()).spec?.holderIdentity).toBeUndefined();
    await candidates.pass(2_500);
    expect(second.leads).toBe(true);
    expect(second.leadership?.term).toBe(1);
  });

  test('a leader that forfeits its term can write no more, and the lease runs out before another takes it', async () => {
    first.lead = async (leadership) => {
      await new Promise((resolve) => leadership.signal.addEventListener('abort', resolve));
      leadership.forfeit();
    };
    await started();
    first.stop.abort();
    await first.running;
    expect([first.leads, await first.write('late')]).toEqual([false, false]);
    expect((await lease()).spec?.holderIdentity).toBe('process-0');
    await candidates.pass(10_000);
    expect(second.leads).toBe(false);
    await candidates.pass(10_000);
    expect(second.leads).toBe(true);
  });

  test('a leader that takes its time to wind up keeps the lease until it is done', async () => {
    const done = Promise.withResolvers<void>();
    first.lead = () => done.promise;
    await started();
    first.stop.abort();
    await candidates.pass(40_000);
    expect(first.leadership?.signal.aborted).toBe(true);
    expect([first.leads, second.leads]).toEqual([true, false]);
    done.resolve();
    await candidates.pass(2_500);
    expect(second.leads).toBe(true);
  });

  test('a leader that fails leaves the lease to others, and logs the error', async () => {
    const failure = Promise.withResolvers<void>();
    first.lead = () => failure.promise;
    await started();
    failure.reject(new Error('out of ideas'));
    await candidates.pass(2_500);
    expect(first.logger.lines).toContainEqual(
      expect.objectContaining({ level: 'error', fields: { term: 0, error: new Error('out of ideas') } }),
    );
    expect([first.leads, second.leads].filter(Boolean)).toHaveLength(1);
  });

  test('another client that changes the lease does not end the term', async () => {
    await started();
    await leases().patch(`lease-${tests}`, { type: 'merge', body: { metadata: { labels: { touched: 'yes' } } } });
    await candidates.pass(30_000);
    expect(first.terms).toHaveLength(1);
    expect(first.leads).toBe(true);
  });

  test.each([
    ['another holder', { holderIdentity: 'another' }],
    ['another term', { leaseTransitions: 7 }],
  ])('a lease that was given to %s by hand is lost', async (_name, spec) => {
    await started();
    await leases().patch(`lease-${tests}`, { type: 'merge', body: { spec } });
    await candidates.pass(2_000);
    expect(first.leads).toBe(false);
    expect(first.leadership?.signal.reason).toMatchObject({ code: 'LEADERSHIP_LOST' });
  });
});

describe('when something goes wrong', () => {
  test('a leader that cannot renew stops well before another may start', async () => {
    await started();
    first.fault = unreachable;
    await candidates.pass(9_500);
    expect(first.leads).toBe(true);
    await candidates.pass(500);
    expect(first.leads).toBe(false);
    expect(first.leadership?.signal.aborted).toBe(true);
    expect(second.leads).toBe(false);
    await candidates.pass(9_000);
    expect(second.leads).toBe(true);
    expect(second.leadership?.term).toBe(1);
  });

  test('a leader whose requests hang stops just the same', async () => {
    await started();
    first.fault = ({ signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    await candidates.pass(10_000);
    expect(first.leads).toBe(false);
    await candidates.pass(9_000);
    expect(second.leads).toBe(true);
  });

  test('a renewal with a late response counts from when it was sent', async () => {
    await started();
    first.fault = async (request, pass) => {
      const response = await pass(request);
      await first.clock.sleep(7_000);
      return response;
    };
    await candidates.pass(2_000);
    first.fault = unreachable;
    await candidates.pass(10_000);
    expect(first.leads).toBe(false);
    await candidates.pass(7_000);
    expect(second.leads).toBe(true);
  });

  test('a short outage costs nothing', async () => {
    await started();
    first.fault = unreachable;
    await candidates.pass(7_000);
    first.fault = undefined;
    await candidates.pass(30_000);
    expect(first.terms).toHaveLength(1);
    expect([first.leads, second.leads]).toEqual([true, false]);
  });

  test('a process that was stopped past its lease knows it before its first step, and writes nothing', async () => {
    await started();
    expect(await first.write('stopped')).toBe(true);
    first.clock.stop();
    await candidates.pass(20_000);
    expect(second.leads).toBe(true);
    expect(await second.write('stopped')).toBe(true);
    // Not one of its timers has fired yet.
    expect(first.leadership?.signal.aborted).toBe(false);
    expect(await first.write('stopped')).toBe(false);
    expect(first.leads).toBe(false);
    first.clock.continue();
    await candidates.pass(20_000);
    expect([first.leads, second.leads]).toEqual([false, true]);
    const written = await cluster.client.resource(core.v1.configmaps, 'default').get('stopped');
    expect(written.data).toEqual({ term: '1' });
  });

  test('a write that waits for its turn while the process is stopped is called off before it is sent', async () => {
    await started();
    const turn = Promise.withResolvers<void>();
    const slow: ApiHandler = async (request) => {
      await turn.promise;
      request.beforeSending?.();
      request.signal?.throwIfAborted();
      return cluster.handler(request);
    };
    const request = { method: 'DELETE', path: '/api/v1/nodes/n', query: new URLSearchParams(), headers: {} } as const;
    const writing = first.leadership?.fence(slow)(request);
    first.clock.stop();
    await candidates.pass(20_000);
    expect(second.leads).toBe(true);
    // Not one of its timers has fired yet.
    expect(first.leadership?.signal.aborted).toBe(false);
    turn.resolve();
    await expect(writing).rejects.toMatchObject({ code: 'LEADERSHIP_LOST' });
  });

  test('a machine that slept knows it by the wall clock, as the steady one stood still', async () => {
    await started();
    first.clock.stop();
    await candidates.pass(20_000);
    first.clock.wakeAfter(20_000);
    expect(first.leads).toBe(false);
    expect(second.leads).toBe(true);
  });

  test('wall clocks that are wrong, or set while it goes, never make two leaders', async () => {
    second.clock.skew = 3_600_000;
    await started();
    first.clock.skew = -3_600_000;
    await candidates.pass(10_000);
    expect([first.leads, second.leads]).toEqual([true, false]);
    second.clock.skew = 7_200_000;
    await candidates.pass(20_000);
    expect([first.leads, second.leads]).toEqual([true, false]);
  });

  test('a candidate whose wall clock is set ahead while the leader is cut off waits as long as ever', async () => {
    await started();
    first.fault = unreachable;
    await candidates.pass(3_000);
    second.clock.skew = 3_600_000;
    await candidates.pass(6_000);
    expect([first.leads, second.leads]).toEqual([true, false]);
    await candidates.pass(10_000);
    expect([first.leads, second.leads]).toEqual([false, true]);
  });

  test('a write under way is abandoned when the lease is lost', async () => {
    await started();
    first.fault = ({ signal }) =>
      new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    const writing = first.write('under-way');
    await candidates.pass(10_000);
    expect(await writing).toBe(false);
  });

  test('a deleted lease is lost, and created again', async () => {
    await started();
    await leases().delete(`lease-${tests}`);
    await candidates.pass(2_000);
    expect([first.leads, second.leads]).not.toEqual([true, true]);
    await candidates.pass(20_000);
    expect([first.leads, second.leads].filter(Boolean)).toHaveLength(1);
  });
});

test.each([
  { leaseDurationMs: 10_000, renewDeadlineMs: 10_000 },
  { renewDeadlineMs: 1_000, retryPeriodMs: 2_000 },
  { retryPeriodMs: 0 },
])('times that would allow two leaders are refused: %o', (times) => {
  const { clock, logger } = first;
  const random = { next: () => 0, bytes: () => new Uint8Array(), uuid: () => '' };
  const where = { client: cluster.client, namespace: 'default', name: 'x', identity: 'x' };
  expect(() => createLeaseElection({ ...where, clock, logger, random, ...times })).toThrow(
    expect.objectContaining({ code: 'LEASE_TIMES_INVALID' }),
  );
});
