// npm run bench:render [-- --quick]: how many application documents a second of processor time validates and renders, and whether
// a document of 200 components costs as much per component as one of 5.

import { parseArgs } from 'node:util';
import { builtinRegistry, createModel } from '@kubemin/model';
import { builtinRenderRegistry, createRenderer } from '@kubemin/render';
import { sampleApplication } from './render/sample-application.ts';
import type { Finding } from './support/finding.ts';
import { findingsLine, findingsTable } from './support/report.ts';
import { median } from './support/statistics.ts';

const { values: flags } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
const full: Effort = { rounds: flags.quick ? 3 : 5, roundMs: flags.quick ? 300 : 2000 };
const SIZES = [5, 50, 200] as const;
const IDENTITY = { appId: 'k3v9q0w2e8r7t6y5u4i3o2p1' };

const model = createModel(builtinRegistry);
const renderer = createRenderer(builtinRenderRegistry);

interface Rates {
  readonly validate: number;
  readonly render: number;
  readonly both: number;
}

function measure(size: number, effort: Effort): Rates {
  const input = sampleApplication(size);
  const { document, problems } = model.parse(input);
  if (document === undefined) throw new Error(`the sample is not valid: ${JSON.stringify(problems)}`);
  const text = JSON.stringify(input);
  return {
    validate: perSecond(() => model.parse(input).document, effort),
    render: perSecond(() => renderer.render(document, IDENTITY), effort),
    both: perSecond(() => {
      const read = model.parseText(text).document;
      return read === undefined ? undefined : JSON.stringify(renderer.render(read, IDENTITY));
    }, effort),
  };
}

// Nothing counts before the compiler has seen all of it.
measure(SIZES[1], { rounds: 1, roundMs: 1000 });
const rates = new Map(SIZES.map((size) => [size, measure(size, full)]));
const WORDS: Readonly<Record<keyof Rates, string>> = {
  validate: 'validate a document',
  render: 'render a valid document',
  both: 'text to JSON of all objects',
};
const findings = SIZES.flatMap((size) =>
  (['validate', 'render', 'both'] as const).map((name): Finding => {
    const value = rates.get(size)?.[name] ?? Number.NaN;
    const [smallest] = SIZES;
    const linear = ((rates.get(smallest)?.[name] ?? Number.NaN) * smallest) / size;
    const growth = { base: linear, than: `linear from ${smallest}`, ratio: value / linear, aim: '≥ 0.80×' };
    return {
      name: `${WORDS[name]}, ${size} components`,
      unit: 'documents/s',
      value,
      ...(size === smallest ? {} : growth),
    };
  }),
);
const about = { bench: 'render', node: process.version, ...full, quick: flags.quick };
process.stdout.write(`${findingsTable(findings)}\n\n${findingsLine(about, findings)}\n`);

/** How long a measurement goes on, and how often it is repeated. */
interface Effort {
  readonly rounds: number;
  readonly roundMs: number;
}

/**
 * How often `work` can be done in a second of processor time: the median of the rounds, after one that does not count.
 * Not by the clock: other programs on the machine would be measured too.
 */
function perSecond(work: () => unknown, { rounds, roundMs }: Effort): number {
  const rates = Array.from({ length: rounds + 1 }, () => rate(work, roundMs));
  return median(rates.slice(1));
}

function rate(work: () => unknown, roundMs: number): number {
  const started = process.cpuUsage();
  let times = 0;
  let passed = 0;
  do {
    // An engine need not compute an unused result, so the count depends on it.
    times += work() === undefined ? 0 : 1;
    const { user, system } = process.cpuUsage(started);
    passed = (user + system) / 1000;
  } while (passed < roundMs);
  return (times * 1000) / passed;
}
