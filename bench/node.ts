// npm run bench:node [-- --quick] [-- <part>…]: what a node that runs pods on this machine costs: the start of pods beside `crun run`,
// services, DNS, ingress beside nginx, and `up` with the demo. All traffic stays in namespaces without a way out and on 127.0.0.1.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { missingNamespaces } from '../cluster/node/src/test-support/host-image.ts';
import type { Part } from './node/bench.ts';
import { demo } from './node/demo.ts';
import { dns } from './node/dns.ts';
import { ingress } from './node/ingress.ts';
import { pods } from './node/pods.ts';
import { services } from './node/services.ts';
import type { Finding } from './support/finding.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { runToEnd } from './support/run-to-end.ts';

const PARTS: Readonly<Record<string, Part>> = { pods, services, dns, ingress, demo };

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
