import type { IncomingHttpHeaders } from 'node:http';
import { createKubeClient } from '@kubemin/kube';
import type { ApiHandler, UserInfo } from '@kubemin/kubeapi';
import { ManualClock, startTestCluster, type TestCluster } from '@kubemin/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokenReviewAuthenticator } from './token-review-authenticator.ts';

const KNOWN = { token: 'known', user: { username: 'ada', groups: ['crew'], uid: '7', extra: { scope: ['sea'] } } };
const signal = new AbortController().signal;

describe('a gate that reviews tokens', () => {
  let cluster: TestCluster;
  beforeAll(async () => {
    cluster = await startTestCluster({ controllers: false, users: [KNOWN] });
  });
  afterAll(() => cluster.close());

  function gate(ask: (handler: ApiHandler) => ApiHandler = (handler) => handler) {
    const clock = new ManualClock(0);
    const users: UserInfo[] = [];
    let reviews = 0;
    const counting: ApiHandler = (request) => {
      reviews += 1;
      return ask(cluster.loopback)(request);
    };
    const as = (user: UserInfo): ApiHandler => {
      users.push(user);
      return cluster.as(user);
    };
    const made = tokenReviewAuthenticator({ reviewClient: createKubeClient(counting), handlerFor: as, clock });
    const enter = (authorization?: string, more: IncomingHttpHeaders = {}) =>
      made.handlerFor({ ...more, ...(authorization !== undefined && { authorization }) }, signal);
    return { clock, users, enter, reviews: () => reviews };
  }

  it('gives a known caller everything the cluster knows about them', async () => {
    const { enter, users } = gate();
    await enter('bearer known');
    expect(users).toEqual([{ ...KNOWN.user, groups: ['crew', 'system:authenticated'] }]);
  });

  it('rejects impersonation instead of ignoring it', async () => {
    const { enter, reviews } = gate();
    await expect(enter('Bearer known', { 'impersonate-user': 'a user with fewer rights' })).rejects.toMatchObject({
      status: 400,
      code: 'IMPERSONATION_UNSUPPORTED',
    });
    expect(reviews()).toBe(0);
  });

  it('caches a review for ten seconds, and then reviews again', async () => {
    const { enter, clock, reviews } = gate();
    await enter('Bearer known');
    await clock.advance(9_999);
    await enter('Bearer known');
    expect(reviews()).toBe(1);
    await clock.advance(1);
    await enter('Bearer known');
    expect(reviews()).toBe(2);
  });

  it('remembers who is unknown as well, and never mixes up two tokens', async () => {
    const { enter, reviews } = gate();
    for (const token of ['stolen', 'stolen', 'known']) await enter(`Bearer ${token}`).catch(() => undefined);
    expect(reviews()).toBe(2);
    await expect(enter('Bearer stolen')).rejects.toMatchObject({ status: 401 });
    await expect(enter('Bearer known')).resolves.toBeTypeOf('function');
  });

  it.each([undefined, '', 'Bearer', 'Bearer ', 'Basic a25vd246', 'Bearer two words', 'known'])(
    'reviews no token for %j',
    async (authorization) => {
      const { enter, reviews } = gate();
      await expect(enter(authorization)).rejects.toMatchObject({ status: 401 });
      expect(reviews()).toBe(0);
    },
  );

  it('reports that the program lacks a permission, not the caller', async () => {
    const { enter } = gate(() => cluster.as({ username: 'nobody', groups: ['system:authenticated'] }));
    await expect(enter('Bearer known')).rejects.toMatchObject({
      status: 503,
      code: 'TOKEN_REVIEW_REFUSED',
      message: expect.stringContaining('must be allowed to create tokenreviews'),
    });
  });

  it('does not treat an unavailable cluster as a rejection', async () => {
    let broken = true;
    const { enter } = gate((handler) => (request) => (broken ? Promise.reject(new Error('cut')) : handler(request)));
    await expect(enter('Bearer known')).rejects.toThrow('cut');
    broken = false;
    await expect(enter('Bearer known')).resolves.toBeTypeOf('function');
  });
});
