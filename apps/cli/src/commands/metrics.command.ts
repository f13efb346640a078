import { defineCommand } from '../command/define-command.ts';
import { choice } from '../command/options.ts';

/** `kubemin metrics`. */
export const metricsCommand = defineCommand({
  path: ['metrics'],
  group: 'observe',
  summary: { en: 'tell how the platform fares: waiting, success, durations', zh: '显示平台的状况：等待、成功率、耗时' },
  help: {
    en: 'Percentiles are told from 20 samples on. Prometheus asks /metrics instead.',
    zh: '样本达到 20 个才给出百分位。Prometheus 请使用 /metrics。',
  },
  options: {
    range: choice('--range <range>', { en: 'step by step over this time', zh: '按时间段逐步显示' }, [
      '15m',
      '1h',
      '6h',
      '24h',
      '7d',
      '30d',
    ]),
  },
  examples: [
    { line: 'kubemin metrics', needs: 'platform' },
    { line: 'kubemin metrics --range 15m -o json', needs: 'platform' },
  ],
  load: async () => {
    const { metrics } = await import('./metrics.ts');
    return metrics;
  },
});
