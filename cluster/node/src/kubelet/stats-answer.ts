import type { ServerResponse } from 'node:http';
import type { KubeletCall } from './kubelet-call.ts';
import { KubeletRefusal, type NodeWork } from './node-work.ts';

/** `GET /stats/summary`: what the node and the containers on it use. */
export async function answerSummary(
  { work }: { readonly work: NodeWork },
  { at }: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  if (at.namespace !== 'summary') throw new KubeletRefusal(404, '404 page not found');
  const body = JSON.stringify(await work.summary(at.node));
  response.writeHead(200, { 'content-type': 'application/json' }).end(body);
}
