// Runs the controllers of workflows until it is killed. Argument: WorkflowHubOptions as JSON.
import { runForkedManager } from '@kubemin/testing/forked-manager';
import { httpInvoker } from '../../invoker/index.ts';
import { workflowModules } from '../workflow-controller.ts';
import type { WorkflowHubOptions } from './workflow-hub.ts';

runForkedManager<WorkflowHubOptions>(({ gateway }) => workflowModules(httpInvoker({ url: gateway })));
