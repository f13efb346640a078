import { interleave } from '../support/interleave.ts';
import { compare } from '../support/statistics.ts';
import type { Part } from './bench.ts';
import { NamespaceChild } from './namespace-child.ts';

const THAN = 'bare UDP echo';

/** Queries for names of services, beside a server that only returns the bytes. */
export const dns: Part = async ({ quick, open }) => {
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
