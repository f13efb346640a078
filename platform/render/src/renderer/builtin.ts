import { builtinRegistry } from '@kubemin/model';
import { config } from './components/config.ts';
import { cron } from './components/cron.ts';
import { daemon } from './components/daemon.ts';
import { job } from './components/job.ts';
import { secret } from './components/secret.ts';
import { store } from './components/store.ts';
import { webservice } from './components/webservice.ts';
import { worker } from './components/worker.ts';
import type { RenderRegistry } from './registry.ts';
import { autoscaling } from './traits/autoscaling.ts';
import { envFrom } from './traits/env-from.ts';
import { envs } from './traits/envs.ts';
import { gateway } from './traits/gateway.ts';
import { imagePull } from './traits/image-pull.ts';
import { ingress } from './traits/ingress.ts';
import { init } from './traits/init.ts';
import { probes } from './traits/probes.ts';
import { rbac } from './traits/rbac.ts';
import { resources } from './traits/resources.ts';
import { restart } from './traits/restart.ts';
import { schedule } from './traits/schedule.ts';
import { scheduling } from './traits/scheduling.ts';
import { securityContext } from './traits/security-context.ts';
import { service } from './traits/service.ts';
import { share } from './traits/share.ts';
import { sidecar } from './traits/sidecar.ts';
import { storage } from './traits/storage.ts';
import { termination } from './traits/termination.ts';

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
