import { ago, badge, element, link, list, note, UNKNOWN } from './drawing.js';
import { components, phases, runs, words } from './page-data.js';
import { read } from './session.js';

const runList = (tasks) =>
  list(
    words.runs,
    tasks.map(({ number, appName, kind, status, revision, createdAt, error }) => ({
      name: link(`/runs/${number}`, `${number} · ${appName} · ${kind}`),
      state: badge(runs[status] ?? UNKNOWN),
      facts: [`${words.revision} ${revision} · `, ago(createdAt)],
      more: note(error),
    })),
    words.noRuns,
  );

const componentState = ({ status, reason }) =>
  components[reason === 'NotDeployed' || reason === 'Stopped' ? reason : status] ?? UNKNOWN;

/** What is shown at each kind of address: its parts, and what commands about it need to know. */
export const views = {
  async home() {
    const [{ applications }, { tasks }] = await Promise.all([read('/applications'), read('/runs?limit=10')]);
    const shown = applications.map(({ id, name, namespace, health, revision, updateTime }) => ({
      name: link(`/apps/${encodeURIComponent(id)}`, name),
      state: badge(phases[health.phase] ?? UNKNOWN),
      facts: [`${namespace} · ${words.revision} ${revision} · `, ago(updateTime)],
      more: health.phase === 'Healthy' ? [] : note(health.reason),
    }));
    return { parts: [...list(words.applications, shown, words.noApplications), ...runList(tasks)] };
  },
  async application(id) {
    const path = encodeURIComponent(id);
    const [application, { tasks }] = await Promise.all([
      read(`/applications/${path}`),
      read(`/runs?limit=10&appId=${path}`),
    ]);
    const shown = application.components.map(({ name, type, status, reason, message, replicas, readyReplicas }) => ({
      name,
      state: badge(componentState({ status, reason })),
      facts: [type, replicas === undefined ? '' : ` · ${readyReplicas}/${replicas} ${words.ready}`],
      more: reason === 'Ready' ? [] : note(message),
    }));
    const head = element('h1', {}, application.name, ' ', badge(phases[application.health.phase] ?? UNKNOWN));
    const parts = [head, ...list(words.components, shown, words.noComponents), ...runList(tasks)];
    return { parts, title: application.name, names: { NAME: application.name } };
  },
  async run(id) {
    const run = await read(`/workflow/tasks/${encodeURIComponent(id)}/status`);
    const shown = run.jobs.map(({ objectKind, objectName, type, step, status, message, error, startedAt }) => ({
      name: `${objectKind || type} ${objectName}`,
      state: badge(runs[status] ?? UNKNOWN),
      facts: [`${step} `, ago(startedAt)],
      more: note(error ?? message),
    }));
    const application = link(`/apps/${encodeURIComponent(run.appId)}`, run.appName);
    const head = element('h1', {}, application, ` · ${run.kind} · ${run.number} `, badge(runs[run.status] ?? UNKNOWN));
    const parts = [head, ...note(run.error), ...list(words.jobs, shown, words.noJobs)];
    return { parts, title: `${run.appName} · ${run.kind} · ${run.number}`, names: { ID: run.number } };
  },
};

/** Which view an address means, and of what. */
export function viewOf(path) {
  const [, place, id] = path.split('/').map(decodeURIComponent);
  if (place === 'apps') return ['application', id];
  return place === 'runs' ? ['run', id] : ['home'];
}
