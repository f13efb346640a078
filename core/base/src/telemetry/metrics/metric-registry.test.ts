import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { processMetrics } from '../../machine/process-metrics.ts';
import { Counter } from './counter.ts';
import { Gauge } from './gauge.ts';
import { Histogram } from './histogram.ts';
import { MetricRegistry } from './metric-registry.ts';
import { ObservedMetric } from './observed-metric.ts';

describe('MetricRegistry', () => {
  it('writes counters, gauges and histograms by name, in the text format', () => {
    const registry = new MetricRegistry();
    const seconds = registry.add(new Histogram({ name: 'wait_seconds', help: 'Waits.', buckets: [0.5, 2] }));
    const requests = registry.add(new Counter({ name: 'requests_total', help: 'Requests.', labels: ['verb', 'code'] }));
    const open = registry.add(new Gauge({ name: 'open', help: 'Open\nnow.' }));
    for (const value of [0.25, 0.5, 1, 8]) seconds.series({}).observe(value);
    requests.series({ code: '200', verb: 'GET' }).add();
    requests.series({ verb: 'GET', code: '200' }).add(2);
    requests.series({ verb: 'PUT', code: '409' }).add();
    open.series({}).add(3);
    open.series({}).add(-1);
    expect(registry.text()).toBe(
      [
        '# HELP open Open\\nnow.',
        '# TYPE open gauge',
        'open 2',
        '# HELP requests_total Requests.',
        '# TYPE requests_total counter',
        'requests_total{verb="GET",code="200"} 3',
        'requests_total{verb="PUT",code="409"} 1',
        '# HELP wait_seconds Waits.',
        '# TYPE wait_seconds histogram',
        'wait_seconds_bucket{le="0.5"} 2',
        'wait_seconds_bucket{le="2"} 3',
        'wait_seconds_bucket{le="+Inf"} 4',
        'wait_seconds_sum 9.75',
        'wait_seconds_count 4',
        '',
      ].join('\n'),
    );
  });

  it('reads observed values only when it is scraped', () => {
    const registry = new MetricRegistry();
    let asked = 0;
    const read = () => {
      asked += 1;
      return [{ labels: { resource: 'pods' }, value: asked }];
    };
    registry.add(new ObservedMetric({ type: 'gauge', name: 'objects', help: 'Kept.', labels: ['resource'], read }));
    expect(asked).toBe(0);
    registry.text();
    expect(registry.text()).toContain('objects{resource="pods"} 2\n');
  });

  it('leaves out metrics that have no series yet, but not the zero of those without labels', () => {
    const registry = new MetricRegistry();
    registry.add(new Counter({ name: 'labelled_total', help: 'L.', labels: ['a'] }));
    registry.add(new Counter({ name: 'plain_total', help: 'P.' }));
    expect(registry.text()).toBe('# HELP plain_total P.\n# TYPE plain_total counter\nplain_total 0\n');
  });

  it('refuses a second metric of the same name, and names that are none', () => {
    const registry = new MetricRegistry();
    registry.add(new Gauge({ name: 'open', help: 'Open.' }));
    expect(() => registry.add(new Gauge({ name: 'open', help: 'Open.' }))).toThrow('already');
    expect(() => new Gauge({ name: 'not-good', help: '' })).toThrow('not-good');
    expect(() => new Gauge({ name: 'good', help: '', labels: ['not-good'] })).toThrow('not-good');
  });

  it('returns the existing metrics, with their counts, to a component that is set up again', () => {
    const registry = new MetricRegistry();
    const setUp = () => {
      const tries = registry.counter({ name: 'tries_total', help: 'Tried.', labels: ['end'] });
      const took = registry.histogram({ name: 'took_seconds', help: 'Took.', buckets: [1] });
      const open = registry.gauge({ name: 'open', help: 'Open.' });
      tries.series({ end: 'well' }).add();
      took.series({}).observe(0.5);
      open.series({}).add(1);
    };
    setUp();
    setUp();
    expect(registry.text()).toContain('tries_total{end="well"} 2\n');
    expect(registry.text()).toContain('took_seconds_count 2\n');
    expect(registry.text()).toContain('open 2\n');
  });

  it('does not give out a metric for another kind of metric, or one of other labels or buckets', () => {
    const registry = new MetricRegistry();
    registry.counter({ name: 'tries_total', help: 'Tried.', labels: ['end'] });
    registry.histogram({ name: 'took_seconds', help: 'Took.', buckets: [1] });
    registry.add(new Counter({ name: 'own_total', help: 'A metric with one owner.' }));
    for (const wrong of [
      () => registry.gauge({ name: 'tries_total', help: 'Tried.', labels: ['end'] }),
      () => registry.counter({ name: 'tries_total', help: 'Tried.', labels: ['end', 'by'] }),
      () => registry.histogram({ name: 'took_seconds', help: 'Took.', buckets: [1, 2] }),
      () => registry.counter({ name: 'own_total', help: 'A metric with one owner.' }),
      () => registry.observe({ name: 'own_total', help: '', type: 'counter', read: () => [] }),
    ]) {
      expect(wrong).toThrow('already');
    }
  });

  it('reads from the last registered observer, and from none once that one has ended', () => {
    const registry = new MetricRegistry();
    const observe = (value: number) =>
      registry.observe({ type: 'gauge', name: 'depth', help: 'Deep.', read: () => [{ labels: {}, value }] });
    const endFirst = observe(1);
    const endSecond = observe(2);
    endFirst();
    expect(registry.text()).toContain('depth 2\n');
    endSecond();
    expect(registry.text()).toBe('');
  });

  it('writes every label value so that the line can be read back', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        const registry = new MetricRegistry();
        registry
          .add(new Counter({ name: 'c', help: 'C.', labels: ['v'] }))
          .series({ v: value })
          .add();
        const [, text = ''] = /^c\{v="((?:[^"\\\n]|\\.)*)"\} 1$/m.exec(registry.text()) ?? [];
        expect(text.replace(/\\(.)/g, (_, c: string) => (c === 'n' ? '\n' : c))).toBe(value);
      }),
    );
  });

  it('puts every observed value into exactly one bucket, the smallest that holds it', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 10, noNaN: true })), (values) => {
        const histogram = new Histogram({ name: 'h', help: 'H.', buckets: [1, 2, 5] });
        for (const value of values) histogram.series({}).observe(value);
        const counts = [...histogram.samples()].filter(({ suffix }) => suffix === '_bucket').map(({ value }) => value);
        const expected = [1, 2, 5, Number.POSITIVE_INFINITY].map((le) => values.filter((value) => value <= le).length);
        expect(counts).toEqual(expected);
      }),
    );
  });
});

describe('processMetrics', () => {
  it('has metrics of this process, and of its event loop from the second scrape on', async () => {
    const registry = new MetricRegistry();
    for (const metric of processMetrics()) registry.add(metric);
    const value = (name: string): number => Number(new RegExp(`^${name} (.*)$`, 'm').exec(registry.text())?.[1]);
    expect(value('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(1_000_000);
    expect(Math.abs(value('process_start_time_seconds') * 1000 - performance.timeOrigin)).toBeLessThan(1000);
    expect(registry.text()).toMatch(/^nodejs_eventloop_delay_seconds\{quantile="0.99"\} [0-9.e-]+$/m);
  });
});
