import type { ServerResponse } from 'node:http';
import type { Clock } from '@kubemin/base';
import type { KubeletCall } from './kubelet-call.ts';
import { KubeletRefusal, type NodeWork } from './node-work.ts';
import { resourceMetrics } from './resource-metrics.ts';

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

/** `GET /metrics/resource`: the same, for Prometheus. */
export async function answerMetrics(
  { work, clock }: { readonly work: NodeWork; readonly clock: Clock },
  { at }: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  if (at.namespace !== 'resource') throw new KubeletRefusal(404, '404 page not found');
  const body = resourceMetrics(await work.summary(at.node), clock.now());
  response.writeHead(200, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(body);
}

/** `GET /pods`: the pods bound to the node. */
export async function answerPods(
  { work }: { readonly work: NodeWork },
  { at }: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  const list = { kind: 'PodList', apiVersion: 'v1', metadata: {}, items: await work.pods(at.node) };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
}
