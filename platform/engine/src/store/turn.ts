import type { ExpressionBuilder, RawBuilder } from '@kubemin/sql';
import { CLAIMED_TASK_STATES, type EngineTables } from '../task/index.ts';
import { toSqlLiterals } from './state-literals.ts';

type TaskExpression = ExpressionBuilder<EngineTables, 'tasks'>;

const OPEN = ['waiting', ...CLAIMED_TASK_STATES] as const;

/** The tasks of the same application that a waiting task has to let go first: those claimed, and those older. */
export function tasksAhead(task: TaskExpression) {
  return tasksAheadIn(task, OPEN);
}

/** The same, for queries that ask it of all tasks that wait: it is found among the open ones, not by application. */
export function tasksAheadOfAll(task: TaskExpression) {
  return tasksAheadIn(task, toSqlLiterals(OPEN));
}

function tasksAheadIn(task: TaskExpression, open: typeof OPEN | readonly RawBuilder<(typeof OPEN)[number]>[]) {
  return task
    .selectFrom('tasks as other')
    .whereRef('other.app_id', '=', 'tasks.app_id')
    .whereRef('other.id', '!=', 'tasks.id')
    .where('other.status', 'in', open)
    .where(({ or, eb, ref }) =>
      or([eb('other.status', '!=', 'waiting'), eb('other.position', '<', ref('tasks.position'))]),
    );
}

/** The last of those, right after which the task has its turn: its id and its number, null for a task that does not wait. */
export function waitingFor(task: TaskExpression) {
  const last = () => tasksAhead(task).where('tasks.status', '=', 'waiting').orderBy('other.position', 'desc').limit(1);
  return [
    last().select('other.id').as('waiting_for'),
    last().select('other.position').as('waiting_for_number'),
  ] as const;
}
