import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { connect } from 'node:tls';
import { dialThrough } from '../network/relay/socket-relay.ts';
import { DEFAULT_NODE_NETWORK } from '../sandbox/anchor.ts';
import type { PrivateNode } from './private-node.ts';

/** The body of a response of the kubelet, whose certificate is verified. */
export async function fetchKubelet(
  { dial, token, kubeletCa: ca }: Pick<PrivateNode, 'dial' | 'token' | 'kubeletCa'>,
  path: string,
): Promise<string> {
  const { nodeAddress: host } = DEFAULT_NODE_NETWORK;
  const socket = connect({ socket: await dialThrough(dial, { host, port: 10_250 }), ca, host });
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const headers = { authorization: `Bearer ${token}`, connection: 'close' };
  const asked = request({ createConnection: () => socket, path, headers }, (response) => {
    text(response).then(resolve, reject);
  });
  asked.on('error', reject).end();
  return promise;
}
