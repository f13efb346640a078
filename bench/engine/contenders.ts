import type { Contender } from './bench.ts';

/** The engine on each of its databases. */
export const ENGINES: readonly Contender[] = [
  { label: 'SQLite', subject: 'engine' },
  { label: 'PostgreSQL', subject: 'engine', postgres: true },
  { label: 'PostgreSQL+Redis', subject: 'engine', postgres: true, redis: 'redisAlways' },
];

export const BULLMQ_ALWAYS: Contender = {
  label: 'BullMQ, appendfsync always',
  subject: 'bullmq',
  redis: 'redisAlways',
};

export const PG_BOSS: Contender = { label: 'pg-boss', subject: 'pg-boss', postgres: true };

/** What else does durable work on Node. */
export const PEERS: readonly Contender[] = [
  BULLMQ_ALWAYS,
  { label: 'BullMQ, Redis defaults', subject: 'bullmq', redis: 'redisDefaults' },
  { label: 'graphile-worker', subject: 'graphile-worker', postgres: true },
  PG_BOSS,
];
