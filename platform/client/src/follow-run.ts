import { routePath } from './route.ts';
import { routes } from './routes.ts';
import { endsRun, type RunEvent, runEventSchema } from './run-event.ts';
import { type StreamContext, type StreamOptions, steadyStream } from './steady-stream.ts';

export interface FollowRunOptions extends StreamOptions {
  /** Only events with a higher sequence number. @default from the beginning */
  readonly after?: number;
}

/**
 * The transitions of a run: each once, in order, up to the terminal one, over as many connections as it takes.
 * The first connection must succeed; after that, a lost server is waited for until the signal aborts.
 */
export async function* followRun(
  context: StreamContext,
  taskId: string,
  options: FollowRunOptions = {},
): AsyncGenerator<RunEvent, void, undefined> {
  let last = options.after;
  const request = {
    method: routes.taskEvents.method,
    path: routePath(routes.taskEvents, { taskId }),
    schema: runEventSchema,
    after: last === undefined ? undefined : String(last),
  };
  for await (const { event } of steadyStream(context, request, options)) {
    if (last !== undefined && event.sequence <= last) continue;
    last = event.sequence;
    yield event;
    if (endsRun(event)) return;
  }
}
