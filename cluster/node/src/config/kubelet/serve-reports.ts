import type { ServerResponse } from 'node:http';
import { METRICS_CONTENT_TYPE, type MetricRegistry } from '@kubemin/base';
import type { Pod } from '@kubemin/kubeapi/types/core.v1';
import { type KubeletCall, requireEnd } from './kubelet-call.ts';
import { cadvisorMetrics, kubeletMetrics, type MeasuredNode } from './node-metrics.ts';
import { KubeletError, type NodeWork } from './node-work.ts';
import type { ProbeCounts } from './probe-counts.ts';
import { resourceMetrics } from './resource-metrics.ts';

/** What a kubelet counts about itself; simulated ones count nothing. */
export interface KubeletCounts {
  /** Of the process and its requests, for `/metrics`. */
  readonly own?: MetricRegistry;
  /** Of the probes of containers, for `/metrics/probes`. */
  readonly probes?: ProbeCounts;
}

/** What reports are made from. */
export interface ReportParts extends KubeletCounts {
  readonly work: NodeWork;
}

type Report = (parts: ReportParts, call: KubeletCall) => Promise<string>;

const METRICS: ReadonlyMap<string, Report> = new Map<string, Report>([
  ['', async (parts, call) => kubeletMetrics(await measure(parts, call)) + (parts.own?.text() ?? '')],
  ['cadvisor', async (parts, call) => cadvisorMetrics(await measure(parts, call))],
  ['resource', async ({ work }, { at }) => resourceMetrics(await work.summary(at.node))],
  ['probes', async ({ probes }) => probes?.text() ?? ''],
]);

/** `GET /metrics`, `/metrics/cadvisor`, `/metrics/resource` and `/metrics/probes`, for Prometheus. */
export async function serveMetrics(parts: ReportParts, call: KubeletCall, response: ServerResponse): Promise<void> {
  const report = METRICS.get(call.at.namespace);
  if (report === undefined) throw new KubeletError(404, '404 page not found');
  requireEnd(call, 1);
  const body = await report(parts, call);
  response.writeHead(200, { 'content-type': METRICS_CONTENT_TYPE }).end(body);
}

async function measure({ work }: ReportParts, { at: { node: name } }: KubeletCall): Promise<MeasuredNode> {
  const [pods, summary] = await Promise.all([work.pods(name), work.summary(name)]);
  return { name, node: work.node(name), pods, summary };
}

/** `GET /stats/summary`: what the node and the containers on it use. */
export async function serveSummary({ work }: ReportParts, call: KubeletCall, response: ServerResponse): Promise<void> {
  if (call.at.namespace !== 'summary') throw new KubeletError(404, '404 page not found');
  requireEnd(call, 1);
  sendJson(response, await work.summary(call.at.node));
}

/** `GET /pods`: the pods bound to the node. */
export async function servePods({ work }: ReportParts, call: KubeletCall, response: ServerResponse): Promise<void> {
  requireEnd(call, 0);
  sendJson(response, podList(await work.pods(call.at.node)));
}

/** `GET /runningpods/`: the pods that have containers now, with what the runtime knows of them. */
export async function serveRunningPods(
  { work }: ReportParts,
  call: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  requireEnd(call, 0);
  const { node } = call.at;
  const [summary, pods] = await Promise.all([work.summary(node), work.pods(node)]);
  const items = summary.pods.map(({ podRef: { name, namespace, uid }, containers }): Pod => {
    const { containers: apps = [], initContainers = [] } =
      pods.find(({ metadata }) => metadata.uid === uid)?.spec ?? {};
    const image = (container: string): string =>
      [...apps, ...initContainers].find((each) => each.name === container)?.image ?? '';
    return {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name, namespace, uid },
      spec: { containers: containers.map((each) => ({ name: each.name, image: image(each.name), resources: {} })) },
      status: {},
    };
  });
  sendJson(response, podList(items));
}

/** `GET /configz`: how the node is configured. */
export async function serveConfiguration(
  { work }: ReportParts,
  call: KubeletCall,
  response: ServerResponse,
): Promise<void> {
  requireEnd(call, 0);
  sendJson(response, { kubeletconfig: work.configuration(call.at.node) });
}

/** The checks of a kubelet; what serves this is alive, and its log is written synchronously. */
const CHECKS = ['ping', 'log', 'syncloop'];

/** `GET /healthz`, and each check below it. */
export async function serveHealth(_parts: ReportParts, call: KubeletCall, response: ServerResponse): Promise<void> {
  const { rest, query } = call;
  requireEnd(call, 1);
  const [check = ''] = rest;
  if (check !== '' && !CHECKS.includes(check)) throw new KubeletError(404, '404 page not found');
  const lines = CHECKS.map((each) => `[+]${each} ok\n`).join('');
  const isVerbose = check === '' && query.has('verbose');
  const body = isVerbose ? `${lines}healthz check passed\n` : 'ok';
  response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(body);
}

function podList(items: readonly Pod[]): object {
  return { kind: 'PodList', apiVersion: 'v1', metadata: {}, items };
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}
