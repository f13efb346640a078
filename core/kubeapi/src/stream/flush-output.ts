import type { Writable } from 'node:stream';
import type { ContainerStreams } from './container-streams.ts';

/** Ends a stream, and waits until what was written to it is sent. */
export async function endAndFlush(stream: Writable | undefined): Promise<void> {
  if (stream === undefined || stream.destroyed || stream.writableFinished) return;
  await new Promise<void>((resolve) => {
    stream.once('close', resolve);
    stream.end(resolve);
  });
}

/** The same of all that a command writes to. */
export async function flushOutput({ stdout, stderr }: ContainerStreams): Promise<void> {
  await Promise.all([stdout, stderr].map(endAndFlush));
}
