import * as z from 'zod';
import { instantSchema } from './instant.ts';
import { runNumberSchema, taskKindSchema } from './task.ts';

const count = z.number().int().nonnegative();
const milliseconds = z.number().nonnegative();

/** Percentiles in milliseconds; null when there are fewer than 20 samples. */
export const percentilesSchema = z.object({
  samples: count,
  p50: milliseconds.nullable(),
  p95: milliseconds.nullable(),
  p99: milliseconds.nullable(),
});
export type Percentiles = z.output<typeof percentilesSchema>;

/** Runs by how they ended. */
export const endedSchema = z.object({
  completed: count,
  failed: count,
  timeout: count,
  rejected: count,
  cancelled: count,
});
export type Ended = z.output<typeof endedSchema>;

/** completed / (completed + failed + timeout + rejected); null when there are none of these. */
const successRate = z.number().min(0).max(1).nullable();

/** What became of the runs of a time. */
const outcome = { ended: endedSchema, successRate, wait: percentilesSchema, duration: percentilesSchema };

/** Figures of the platform: now, and of the last 24 hours. */
export const metricsSummarySchema = z.object({
  at: instantSchema,
  queue: z.object({ waiting: count, queued: count, running: count, oldestWaitMs: milliseconds }),
  /** What announces runs between instances; the counts are absent while it does not respond. */
  messageQueue: z.object({
    driver: z.string(),
    up: z.boolean(),
    /** Messages that are not settled, and those of them that were delivered. */
    backlog: count.optional(),
    pending: count.optional(),
    /** The age of the oldest of the backlog; absent where the queue does not report it to this instance. */
    oldestMs: milliseconds.optional(),
    /** Messages that came again to this instance. */
    redeliveries: count.optional(),
  }),
  /** Runs that are claimed, and how many the living instances take, if their settings are those of this one. */
  capacity: z.object({ claimed: count, limit: count, instances: count }),
  day: z.object(outcome),
});
export type MetricsSummary = z.output<typeof metricsSummarySchema>;

/** Over which time, and in which steps. */
export const metricsRangeSchema = z.object({
  range: z.enum(['15m', '1h', '6h', '24h', '7d', '30d']).default('1h'),
  /** A thirtieth to a sixtieth of the range when not given. */
  step: z.enum(['30s', '1m', '5m', '15m', '1h', '6h', '24h']).optional(),
  /** Where the range ends; an earlier one is for comparing. Now when not given. */
  until: instantSchema.optional(),
});
export type MetricsRange = z.output<typeof metricsRangeSchema>;

/** One step of the range. Runs belong to the step in which they ended. */
export const metricsPointSchema = z.object({
  /** The end of the step. */
  at: instantSchema,
  /** How many waited, and were at work, at that moment. */
  waiting: count,
  running: count,
  ...outcome,
  /** Runs that took up an earlier one again. */
  retries: count,
});
export type MetricsPoint = z.output<typeof metricsPointSchema>;

/** What happened over a time. */
export const metricsSeriesSchema = z.object({
  from: instantSchema,
  to: instantSchema,
  stepMs: z.number().int().positive(),
  /** True when there were more runs than are looked at: the earlier part of the range lacks some. */
  truncated: z.boolean(),
  points: z.array(metricsPointSchema).readonly(),
  /** Job types by name; jobs that were skipped or cancelled are not in the durations. */
  jobTypes: z
    .array(z.object({ type: z.string(), completed: count, failed: count, duration: percentilesSchema }))
    .readonly(),
  /** The applications whose runs took longest on average, at most ten. */
  slowest: z
    .array(z.object({ appId: z.string(), appName: z.string(), runs: count, meanMs: milliseconds, maxMs: milliseconds }))
    .readonly(),
});
export type MetricsSeries = z.output<typeof metricsSeriesSchema>;

/** How many of the queue to list at most. */
export const queueFilterSchema = z.object({ limit: z.coerce.number().int().min(1).max(500).default(100) });

/** What waits, in order, and why. */
export const queueSchema = z.object({
  waiting: count,
  tasks: z
    .array(
      z.object({
        position: z.number().int().positive(),
        taskId: z.string(),
        number: runNumberSchema,
        appId: z.string(),
        appName: z.string(),
        kind: taskKindSchema,
        creator: z.string().optional(),
        createdAt: instantSchema,
        ageMs: milliseconds,
        /** `application`: another run of it goes first; `capacity`: all places are taken; `worker`: no instance lives; `starting`: it is about to begin. */
        reason: z.enum(['application', 'capacity', 'worker', 'starting']),
        /** The run that goes first, for the reason `application`. */
        waitingFor: z.string().optional(),
        waitingForNumber: runNumberSchema.optional(),
      }),
    )
    .readonly(),
});
export type Queue = z.output<typeof queueSchema>;

/** The instances that execute runs. */
export const workerListSchema = z.object({
  workers: z
    .array(
      z.object({
        id: z.string(),
        /** Heard of within the time after which others take over its work. */
        alive: z.boolean(),
        leads: z.boolean(),
        inFlight: count,
        heartbeatAgeMs: milliseconds,
      }),
    )
    .readonly(),
});
export type WorkerList = z.output<typeof workerListSchema>;
