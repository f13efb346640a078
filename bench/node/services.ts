import { interleave } from '../support/interleave.ts';
import { median } from '../support/statistics.ts';
import { findProgram, type Part } from './bench.ts';
import { NamespaceChild } from './namespace-child.ts';

const SERVICES = 1000;

/** How long it takes until a node forwards for all services, and for one that has changed. */
export const services: Part = async ({ quick, open }) => {
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
