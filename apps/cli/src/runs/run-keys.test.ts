import { expect, test } from 'vitest';
import type { Key } from '../terminal/prompt/key.ts';
import { fakeContext } from '../test-support/fake-context.ts';
import { withRunKeys } from './run-keys.ts';

/** A terminal at which these keys are pressed. */
function pressing(...texts: readonly string[]) {
  const keys: Key[] = texts.map((text) => ({ kind: 'text', text }));
  let release = (): void => undefined;
  const closed = new Promise<undefined>((resolve) => {
    release = () => resolve(undefined);
  });
  const { context } = fakeContext();
  const keyboard = {
    open: async () => ({ next: async () => keys.shift() ?? closed, close: () => release() }),
    onResize: () => () => undefined,
  };
  return { ...context, terminal: { ...context.terminal, keyboard } };
}

const logs = async (): Promise<void> => undefined;

const untilLeft = ({ interrupted }: { readonly interrupted: AbortSignal }) =>
  new Promise<string>((resolve) => interrupted.addEventListener('abort', () => resolve('left')));

test('one c, or two with another key between them, cancels nothing', async () => {
  let cancelled = 0;
  const cancel = async () => {
    cancelled += 1;
  };
  expect(await withRunKeys(pressing('c', 'x', 'c', 'd'), { cancel, logs }, untilLeft)).toBe('left');
  expect(cancelled).toBe(0);
  expect(await withRunKeys(pressing('c', 'c', 'c', 'd'), { cancel, logs }, untilLeft)).toBe('left');
  expect(cancelled).toBe(1);
});

test('a failed cancellation is reported, also while the run is still shown', async () => {
  const cancel = () => Promise.reject(new Error('forbidden'));
  const { context, err } = fakeContext();
  const keyboard = pressing('c', 'c').terminal.keyboard;
  // Shown until a later turn of the event loop: by then an unhandled rejection would have ended the process.
  const untilLater = async (watched: { readonly interrupted: AbortSignal }) => {
    await untilLeft(watched);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const shown = withRunKeys({ ...context, terminal: { ...context.terminal, keyboard } }, { cancel, logs }, untilLater);
  await expect(shown).rejects.toThrow('forbidden');
  expect(err()).toContain('the run was not cancelled and continues');
});

test('l asks for logs each time, and cancels nothing on the way', async () => {
  const done: string[] = [];
  const keys = { cancel: async () => done.push('cancel'), logs: async () => void done.push('logs') };
  expect(await withRunKeys(pressing('c', 'l', 'c', 'l', 'd'), keys, untilLeft)).toBe('left');
  expect(done).toEqual(['logs', 'logs']);
});
