/**
 * Asynchronous calls. The gateway stores one as an Invocation; its controller calls the function, and stores the result. An
 * Invocation that was running when its controller ended is called again where the function is idempotent, and fails else.
 */
export { InvocationControl, type InvocationControlOptions } from './invocation-control.ts';
