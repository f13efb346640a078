import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ServiceName } from './builtin-services.ts';

/** The URL of the service that this run of tests shares, started by the first that asks. */
export async function sharedService(name: ServiceName, brokerPath: string): Promise<string> {
  const socket = connect(brokerPath);
  socket.write(`${name}\n`);
  const response: { readonly url?: string; readonly error?: string } = JSON.parse(await text(socket));
  if (response.url !== undefined) return response.url;
  throw new Error(`${name} did not start: ${response.error}`);
}
