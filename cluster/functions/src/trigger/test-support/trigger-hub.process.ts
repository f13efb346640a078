// Runs the controller of triggers until it is killed. Argument: TriggerHubOptions as JSON.
import { runForkedManager } from '@kubemin/testing/forked-manager';
import { httpInvoker } from '../../invoker/index.ts';
import { eventTriggerModule } from '../trigger-controller.ts';
import type { TriggerHubOptions } from './trigger-hub.ts';

runForkedManager<TriggerHubOptions>(({ gateway, fileRoots }) => [
  eventTriggerModule({ invoker: httpInvoker({ url: gateway }), fileRoots }),
]);
