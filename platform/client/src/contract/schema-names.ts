import * as application from './application.ts';
import * as applicationHealth from './application-health.ts';
import * as audit from './audit.ts';
import * as bundleContent from './bundle-content.ts';
import * as callback from './callback.ts';
import * as cluster from './cluster.ts';
import * as component from './component.ts';
import * as discovery from './discovery.ts';
import * as errorBody from './error-body.ts';
import * as functionSchemas from './function.ts';
import * as health from './health.ts';
import * as inventory from './inventory.ts';
import * as job from './job.ts';
import * as jsonValue from './json-value.ts';
import * as liveEvent from './live-event.ts';
import * as login from './login.ts';
import * as manifest from './manifest.ts';
import * as metrics from './metrics.ts';
import * as openApi from './open-api.ts';
import * as operation from './operation.ts';
import * as page from './page.ts';
import * as plan from './plan.ts';
import * as plugin from './plugin.ts';
import * as pod from './pod.ts';
import * as podLog from './pod-log.ts';
import * as podSession from './pod-session.ts';
import * as problem from './problem.ts';
import * as profile from './profile.ts';
import * as project from './project.ts';
import * as revision from './revision.ts';
import * as role from './role.ts';
import * as runEvent from './run-event.ts';
import * as runStatus from './run-status.ts';
import type { Schema } from './schema.ts';
import * as schemaRoutes from './schema-routes.ts';
import * as task from './task.ts';
import * as token from './token.ts';
import * as topic from './topic.ts';
import * as transfer from './transfer.ts';
import * as trial from './trial.ts';
import * as user from './user.ts';
import * as version from './version.ts';
import * as workflow from './workflow.ts';

const nouns: readonly Readonly<Record<string, unknown>>[] = [
  application,
  applicationHealth,
  callback,
  cluster,
  component,
  discovery,
  errorBody,
  functionSchemas,
  health,
  inventory,
  job,
  jsonValue,
  metrics,
  openApi,
  operation,
  pod,
  podLog,
  podSession,
  problem,
  role,
  runEvent,
  runStatus,
  schemaRoutes,
  task,
  audit,
  bundleContent,
  liveEvent,
  login,
  token,
  topic,
  user,
  manifest,
  page,
  plan,
  plugin,
  profile,
  project,
  revision,
  version,
  transfer,
  trial,
  workflow,
];

/** The schemas of the contract's nouns by the name of their type: `taskSchema` is `Task`. */
export function schemaNames(): ReadonlyMap<Schema, string> {
  return new Map(
    nouns.flatMap((noun) =>
      Object.entries(noun).flatMap(([name, value]): readonly [Schema, string][] =>
        isSchema(value) && name.endsWith('Schema') ? [[value, typeName(name)]] : [],
      ),
    ),
  );
}

function typeName(constant: string): string {
  return `${constant.charAt(0).toUpperCase()}${constant.slice(1, -'Schema'.length)}`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && '_zod' in value;
}
