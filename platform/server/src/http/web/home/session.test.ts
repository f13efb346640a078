import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { quickDirectory } from '@kubemin/testing';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestPlatform } from '../../../test-support/test-platform.ts';

/** What the page calls of its script. */
interface Session {
  logIn(): Promise<void>;
  logOut(): Promise<void>;
  isLoggedIn(): boolean;
  reasonToLogIn(): Error;
}

interface Page {
  readonly session: Session;
  /** What the browser keeps for it. */
  readonly kept: Map<string, string>;
}

/** The script of a page of its own, whose address ends with the code. */
async function openPage(url: string, code: string): Promise<Page> {
  const kept = new Map<string, string>();
  const page = await (await fetch(`${url}/`)).text();
  const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1] ?? '');
  const globals = {
    sessionStorage: {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    },
    document: {
      querySelector: () => ({ textContent: JSON.stringify({ ...data, api: `${url}${data.api}` }) }),
      documentElement: { lang: 'en' },
    },
    location: { hash: `#login=${code}`, pathname: '/', search: '' },
    history: { replaceState: () => undefined },
  };
  for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  // Each page evaluates its scripts; imports of the same files would share their state.
  const scripts = await quickDirectory();
  onTestFinished(() => scripts.remove());
  await cp(new URL('browser', import.meta.url), scripts.path, { recursive: true });
  return { session: await import(join(scripts.path, 'session.js')), kept };
}

test('a logout reports once that the server has not ended the session', async () => {
  const { url, client } = await startTestPlatform();
  const { session, kept } = await openPage(url, (await client.createLoginCode()).code);
  await session.logIn();
  kept.set('kubemin.session', 'unknown-token');
  await session.logOut();
  expect(session.isLoggedIn()).toBe(false);
  expect(session.reasonToLogIn().message).toMatch(
    /logged out here, but .* kubemin token revoke unknown-token \(token "unknown-token" not found/,
  );
  expect(session.reasonToLogIn().message).toBe('You are not logged in');
});

test('a session that ended, or was ended before, leaves nothing to report', async () => {
  const { url, client } = await startTestPlatform();
  for (const revoked of [false, true]) {
    const { session } = await openPage(url, (await client.createLoginCode()).code);
    await session.logIn();
    const sessions = async () =>
      (await client.listTokens()).tokens.filter(({ name, state }) => name === 'login' && state === 'active');
    const [open] = await sessions();
    expect(open).toBeDefined();
    if (revoked) await client.revokeToken(open?.id ?? '');
    await session.logOut();
    expect(session.reasonToLogIn().message).toBe('You are not logged in');
    expect(await sessions()).toEqual([]);
  }
});
