import { builtinRegistry } from '@kubemin/model';
import { config, secret } from './components/data.ts';
import { cron, job } from './components/jobs.ts';
import { daemon, store, webservice, worker } from './components/workloads.ts';
import type { RenderRegistry } from './registry.ts';
import { init, sidecar } from './traits/added-container.ts';
import { autoscaling } from './traits/autoscaling.ts';
import { imagePull, probes, resources, securityContext, termination } from './traits/container.ts';
import { envFrom, envs } from './traits/envs.ts';
import { gateway } from './traits/gateway.ts';
import { ingress } from './traits/ingress.ts';
import { restart, schedule } from './traits/job-runs.ts';
import { rbac } from './traits/rbac.ts';
import { scheduling } from './traits/scheduling.ts';
import { service } from './traits/service.ts';
import { share } from './traits/share.ts';
import { storage } from './traits/storage.ts';

/** Renderers for everything in the model's built-in registry. */
export const builtinRenderRegistry: RenderRegistry = {
  model: builtinRegistry,
  componentTypes: {
    webservice,
    store,
    config,
    secret,
    worker,
    job,
    cron,
    daemon,
  },
  traits: {
    storage,
    envFrom,
    envs,
    resources,
    probes,
    rbac,
    imagePull,
    restart,
    securityContext,
    scheduling,
    termination,
    init,
    sidecar,
    share,
    service,
    autoscaling,
    ingress,
    gateway,
    schedule,
  },
};
