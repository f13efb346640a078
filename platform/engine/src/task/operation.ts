import * as z from 'zod';

const names = z.array(z.string().min(1)).readonly();

/** How an operation is stored; `readOperation` is the way back. */
export const operationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('deploy'),
    rerun: z.boolean().optional(),
    permitted: z.array(z.string()).readonly().optional(),
  }),
  z.object({ kind: z.literal('scale'), replicas: z.record(z.string().min(1), z.number().int().min(0)).readonly() }),
  z.object({ kind: z.literal('restart'), components: names }),
  z.object({ kind: z.literal('delete'), claims: z.enum(['keep', 'delete']) }),
  z.object({ kind: z.literal('undo'), run: z.string().min(1) }),
]);

/**
 * What a run does. `deploy`: delivers the document by its workflow; with `rerun`, Jobs that are
 * finished and unchanged run once more; `permitted` holds the keys of what it may use although it belongs to others. The others act on what has been delivered. `scale`:
 * changes how many copies of components run, and nothing else. `restart`: replaces the pods of components (of all, when
 * none are named) a few at a time. `delete`: removes all the application owns; claims and their data only on request.
 * `undo`: removes what the run before it created, and nothing else.
 */
export type Operation = z.output<typeof operationSchema>;

/** What distinguishes runs. */
export type OperationKind = Operation['kind'];

/** What is delivered is after such a run what it was before. */
export const DELIVERS_NOTHING: readonly OperationKind[] = ['restart', 'undo'];

/** The operation of a run that names none. */
export const DEPLOY_OPERATION: Operation = { kind: 'deploy' };
