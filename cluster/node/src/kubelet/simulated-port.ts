import { once } from 'node:events';
import type { Duplex } from 'node:stream';

const HTTP = /^[A-Z]+ \S+ HTTP\/1/;

/** Talks to whoever connects to a port of a simulated pod: to HTTP clients with an answer, to others not at all. */
export async function serveSimulatedPort(where: string, connection: Duplex): Promise<void> {
  const [first] = await Promise.race([once(connection, 'data'), once(connection, 'end')]);
  if (first === undefined) return;
  if (!HTTP.test(Buffer.from(first).toString('latin1'))) {
    throw new Error(`${where}: nothing runs here (kubemin.io/simulated)`);
  }
  const body = `simulated ${where}: nothing runs here\n`;
  const head = `content-type: text/plain\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close`;
  connection.write(`HTTP/1.1 200 OK\r\n${head}\r\n\r\n${body}`);
}
