import { defineSetting } from '../setting.ts';
import { duration, timeSpan } from '../setting-types/duration.ts';
import { wholeNumber } from '../setting-types/whole-number.ts';

/** How long what is over is kept. */
export const retentionSettings = {
  keepRunsFor: defineSetting({
    flag: 'retention-keep-runs-for',
    yaml: ['retention.keepRunsFor'],
    type: timeSpan(),
    default: 30 * 24 * 3_600_000,
    doc: 'How long a finished run is kept. What an application delivered last, and what came after it, stays longer.',
  }),
  keepRuns: defineSetting({
    flag: 'retention-keep-runs',
    yaml: ['retention.keepRuns'],
    type: wholeNumber({ min: 1 }),
    default: 100,
    doc: 'How many finished runs of one application are kept.',
  }),
  keepAuditFor: defineSetting({
    flag: 'retention-keep-audit-for',
    yaml: ['retention.keepAuditFor'],
    type: timeSpan(),
    default: 365 * 24 * 3_600_000,
    doc: 'How long it is known who changed what.',
  }),
  keepTokensFor: defineSetting({
    flag: 'retention-keep-tokens-for',
    yaml: ['retention.keepTokensFor'],
    type: timeSpan(),
    default: 30 * 24 * 3_600_000,
    doc: 'How long a token that has expired or was revoked is still listed.',
  }),
  keepRequestsFor: defineSetting({
    flag: 'retention-keep-requests-for',
    yaml: ['retention.keepRequestsFor'],
    type: timeSpan(),
    default: 24 * 3_600_000,
    doc: 'How long requests with an Idempotency-Key are remembered.',
  }),
  interval: defineSetting({
    flag: 'retention-interval',
    yaml: ['retention.interval'],
    type: duration(),
    default: 60_000,
    doc: 'How often runs that need not be kept are looked for.',
  }),
} as const;
