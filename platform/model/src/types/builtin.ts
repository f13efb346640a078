import * as z from 'zod';
import { builtinWording } from '../form/index.ts';
import { config, secret } from './components/data.ts';
import { cron, job } from './components/jobs.ts';
import { daemon, store, webservice, worker } from './components/workloads.ts';
import { defineJobType } from './job-type.ts';
import type { ModelRegistry } from './registry.ts';
import { init, sidecar } from './traits/added-container.ts';
import { autoscaling } from './traits/autoscaling.ts';
import { imagePull, resources } from './traits/container.ts';
import { envFrom, envs } from './traits/envs.ts';
import { gateway } from './traits/gateway.ts';
import { ingress } from './traits/ingress.ts';
import { restart, schedule } from './traits/job-runs.ts';
import { probes } from './traits/probes.ts';
import { rbac } from './traits/rbac.ts';
import { scheduling } from './traits/scheduling.ts';
import { securityContext } from './traits/security-context.ts';
import { service } from './traits/service.ts';
import { share } from './traits/share.ts';
import { storage } from './traits/storage.ts';
import { termination } from './traits/termination.ts';

/** Brings components to the state the document describes; what a step does when it names no type. */
const deploy = defineJobType({
  summary: 'Delivers components and waits until they are ready.',
  schema: z.object({}),
  components: 'required',
});

/** The component types, traits and job types that come with KubeMin, traits in their processing order. */
export const builtinRegistry = {
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
  jobTypes: {
    deploy,
  },
  wording: builtinWording,
} satisfies ModelRegistry;

/** The type documents and renderers have unless a larger registry is named. */
export type BuiltinRegistry = typeof builtinRegistry;
