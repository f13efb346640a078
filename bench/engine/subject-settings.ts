import type { SubjectSettings } from './subject.ts';

/** What can be measured, by name. */
export const SUBJECT_NAMES = ['engine', 'bullmq', 'graphile-worker', 'pg-boss'] as const;

export type SubjectName = (typeof SUBJECT_NAMES)[number];

/** Settings of a child that measures a subject. */
export interface MeasureSettings extends SubjectSettings {
  readonly subject: SubjectName;
  /** Done before anything counts. */
  readonly warmUp: number;
  readonly tasks: number;
  readonly outstanding: number;
  /** Counts statements as well, which takes time of its own. */
  readonly countStatements?: boolean;
  /** Numbers of tasks after which memory is looked at. */
  readonly memoryAt?: readonly number[];
}
