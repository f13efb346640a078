import { missingNamespaces } from '@kubemin/testing';
// npm run bench:node [-- --quick] [-- <part>…]: what a node that runs pods on this machine costs: the start of pods beside `crun run`
// and `ctr run`, services, DNS, ingress beside nginx, and `up` with the demo. All traffic stays in namespaces without a way out and on 127.0.0.1.

import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findProgram, type Part } from './node/bench.ts';
import { containerd } from './node/containerd.ts';
import { demo } from './node/demo.ts';
import { NamespaceChild } from './node/namespace-child.ts';
import { pods } from './node/pods.ts';
import type { Finding } from './support/finding.ts';
import { interleave } from './support/interleave.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';
import { compare, median } from './support/statistics.ts';

const THAN = 'bare UDP echo';

/** Queries for names of services, beside a server that only returns the bytes. */
const dns: Part = async ({ quick, open }) => {
  const child = new NamespaceChild('dns-child.ts', { names: 1000, queries: quick ? 10_000 : 40_000 });
  open.add(() => child.stop());
  const sides = ['dns', 'bare'];
  for (const side of sides) await child.ask(side);
  const [ours = [], theirs = []] = await interleave(sides, quick ? 3 : 7, (side) => child.ask(side));
  const compared = (key: string) => {
    return compare(
      ours.map((values) => values[key] ?? Number.NaN),
      theirs.map((values) => values[key] ?? Number.NaN),
    );
  };
  const findings = [
    { name: 'DNS queries', unit: '/s', ...compared('perSecond'), than: THAN },
    { name: 'DNS, CPU per query', unit: 'µs', ...compared('cpuMicros'), than: THAN },
  ];
  return { findings, skipped: [] };
};

/** Requests of 1 KiB through the ingress controller, beside nginx as a reverse proxy before the same backend. */
const ingress: Part = async ({ quick, open }) => {
  const [nginx, wrk] = [await findProgram('nginx'), await findProgram('wrk')];
  if (nginx === undefined || wrk === undefined) {
    const missing = nginx === undefined ? 'nginx' : 'wrk';
    return { findings: [], skipped: [`ingress: ${missing} is not installed (Debian: nginx-light, wrk)`] };
  }
  const directory = await mkdtemp(join(tmpdir(), 'kubemin-bench-'));
  open.add(() => rm(directory, { recursive: true, force: true }));
  const child = new NamespaceChild('ingress-child.ts', { directory, nginx, wrk, seconds: quick ? 1 : 3 });
  open.add(() => child.stop());
  const sides = ['kubemin', 'nginx'];
  for (const side of sides) await child.ask(side);
  const [ours = [], theirs = []] = await interleave(sides, quick ? 3 : 5, (side) => child.ask(side));
  const compared = (key: string) => {
    return compare(
      ours.map((values) => values[key] ?? Number.NaN),
      theirs.map((values) => values[key] ?? Number.NaN),
    );
  };
  const findings = [
    { name: 'ingress requests', unit: '/s', ...compared('perSecond'), than: 'nginx', aim: '≥ 0.4×' },
    { name: 'ingress, CPU per request', unit: 'µs', ...compared('cpuMicros'), than: 'nginx' },
  ];
  return { findings, skipped: [] };
};

const SERVICES = 1000;

/** How long it takes until a node forwards for all services, and for one that has changed. */
const services: Part = async ({ quick, open }) => {
  const nft = await findProgram('nft');
  const child = new NamespaceChild('services-child.ts', { services: SERVICES, nft });
  open.add(() => child.stop());
  const proxies = [
    ...(nft === undefined ? [] : [{ question: 'nft', name: 'nft' }]),
    { question: 'userSpace', name: 'user space' },
  ];
  // The first round loads code.
  for (const { question } of proxies) await child.ask(question);
  const results = await interleave(proxies, quick ? 3 : 7, ({ question }) => child.ask(question));
  const findings = proxies.flatMap(({ name }, index) => {
    const values = (key: string) => median((results[index] ?? []).map((result) => result[key] ?? Number.NaN));
    return [
      { name: `1,000 services, ${name}`, unit: 'ms', value: values('all'), aim: '≤ 300 ms' },
      { name: `one change, ${name}`, unit: 'ms', value: values('change'), aim: '≤ 30 ms' },
    ];
  });
  return { findings, skipped: nft === undefined ? ['services with nft: nft is not installed'] : [] };
};

const PARTS: Readonly<Record<string, Part>> = { pods, containerd, services, dns, ingress, demo };

/** Nothing here takes this long unless something hangs. */
const DEADLINE_MS = 20 * 60_000;

const { values: flags, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
});

await runToEnd(async (open) => {
  const names = positionals.length === 0 ? Object.keys(PARTS) : positionals;
  const unknown = names.find((name) => !(name in PARTS));
  if (unknown !== undefined) throw new Error(`unknown part ${unknown}: ${Object.keys(PARTS).join(', ')}`);
  const missing = await missingNamespaces();
  if (missing !== undefined) throw new Error(`nothing can be measured here: ${missing}`);
  const findings: Finding[] = [];
  const skipped: string[] = [];
  const loads: number[] = [];
  for (const name of names) {
    const part = await PARTS[name]?.({ quick: flags.quick, open });
    findings.push(...(part?.findings ?? []));
    skipped.push(...(part?.skipped ?? []));
    loads.push(loadavg()[0] ?? 0);
  }
  const load = `load of the machine after each part: ${loads.map((value) => value.toFixed(1)).join(', ')}`;
  const notes = [...skipped.map((reason) => `skipped: ${reason}`), load].join('\n');
  const about = { bench: 'node', node: process.version, quick: flags.quick, skipped, loads };
  process.stdout.write(`${findingsTable(findings)}\n\n${notes}\n\n${findingsLine(about, findings)}\n`);
}, DEADLINE_MS);
