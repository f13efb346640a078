import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { interleave } from '../support/interleave.ts';
import { compare } from '../support/statistics.ts';
import { findProgram, type Part } from './bench.ts';
import { NamespaceChild } from './namespace-child.ts';

/** Requests of 1 KiB through the ingress controller, beside nginx as a reverse proxy before the same backend. */
export const ingress: Part = async ({ quick, open }) => {
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
