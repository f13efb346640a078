import type { Duplex } from 'node:stream';

/** How long a connection may take to close after its end was sent. */
const CLOSE_TIMEOUT_MS = 2000;

/** Carries bytes both ways between two connections until either is over; then both are. Never rejects. */
export async function joinStreams(one: Duplex, other: Duplex): Promise<void> {
  one.on('error', () => other.destroy());
  other.on('error', () => one.destroy());
  one.pipe(other);
  other.pipe(one);
  await Promise.all([closeAfter(one, other), closeAfter(other, one)]);
}

/** What one side sent before it closed is still delivered to the other. */
function closeAfter(gone: Duplex, left: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const close = (): void => {
      resolve();
      endThenDestroy(left);
    };
    if (gone.closed) return close();
    gone.once('close', close);
    // A half-closed side counts as closed: neither protocol continues in one direction. Data in flight is still delivered.
    gone.once('end', () => {
      const force = setTimeout(() => gone.destroy(), CLOSE_TIMEOUT_MS);
      gone.once('close', () => clearTimeout(force));
    });
  });
}

/**
 * Ends a connection after what was written, and reads on until the other end has seen it: closing while something is
 * still coming in would be a reset, which takes back what was sent.
 */
function endThenDestroy(connection: Duplex): void {
  if (connection.destroyed) return;
  const force = setTimeout(() => connection.destroy(), CLOSE_TIMEOUT_MS);
  connection.once('close', () => clearTimeout(force));
  connection.once('end', () => connection.destroy());
  connection.resume();
  if (connection.readableEnded) connection.end(() => connection.destroy());
  else connection.end();
}
