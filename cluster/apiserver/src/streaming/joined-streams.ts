import type { Duplex } from 'node:stream';

/** Carries bytes both ways between two connections until either is over; then both are. Never rejects. */
export async function joinStreams(one: Duplex, other: Duplex): Promise<void> {
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.pipe(other);
  other.pipe(one);
  await Promise.all([closeAfter(one, other), closeAfter(other, one)]);
}

/** What one side said before it went is still delivered to the other. */
function closeAfter(gone: Duplex, left: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const close = (): void => {
      resolve();
      if (left.destroyed || left.writableFinished) left.destroy();
      else left.end(() => left.destroy());
    };
    if (gone.closed) close();
    else gone.once('close', close);
  });
}
