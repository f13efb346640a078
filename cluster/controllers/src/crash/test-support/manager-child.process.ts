// Runs all built-in controllers until it is killed. Argument: ForkedManagerOptions as JSON.
import { runForkedManager } from '@kubemin/testing/forked-manager';
import { builtinControllers } from '../../builtin-controllers.ts';
import { NODE_LIFECYCLE_TIMES } from '../../cluster/node-lifecycle/node-lifecycle-times.ts';

/** A busy machine is no dead node. */
const PATIENT = { ...NODE_LIFECYCLE_TIMES, graceMs: 3_600_000, startupGraceMs: 3_600_000 };

runForkedManager(() => builtinControllers({ nodeLifecycle: PATIENT }));
