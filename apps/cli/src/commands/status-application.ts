import { applicationPhases, type Component, componentStates, runStates, type StateWords } from '@kubemin/client';
import type { CommandContext } from '../command-context.ts';
import type { Connection } from '../connect.ts';
import { findApplication } from '../find-application.ts';
import { applicationWords } from '../language/words/application.ts';
import { columnWords } from '../language/words/column.ts';
import type { Answer } from '../output/printer.ts';
import { formatTable } from '../output/table.ts';
import { readiness } from '../replica-count.ts';
import { stateWord } from '../state-text.ts';

/** One application with its components and its latest run. */
export async function applicationStatus(
  { language }: CommandContext,
  { client }: Connection,
  nameOrId: string,
): Promise<Answer> {
  const say = applicationWords[language];
  const title = columnWords[language];
  const { id } = await findApplication(client, nameOrId);
  const [application, { tasks }] = await Promise.all([client.getApplication(id), client.listTasks(id, { limit: 1 })]);
  const [latest] = tasks;
  const { name, namespace, revision, health, components } = application;
  const rows = components.map((component) => [
    component.name,
    component.type,
    stateOf(component)[language],
    readiness(component),
    component.message,
  ]);
  const reason = latest?.error === undefined ? '' : `: ${latest.error}`;
  const run =
    latest === undefined
      ? say.neverRun
      : `${say.lastRun(latest.id, stateWord(runStates[latest.status], language))}${reason}`;
  const phase = applicationPhases[health.phase][language];
  const heading = `${say.heading(name, namespace, revision)}: ${phase} (${health.reason}), ${run}\n\n`;
  const titles = [title.component, title.type, title.status, title.ready, title.message];
  return {
    data: { ...application, latestRun: latest },
    table: `${heading}${formatTable(titles, rows)}`,
    names: components.map((component) => component.name),
  };
}

/** The reason tells apart what one status holds together: what was never delivered, and what was scaled to nothing. */
function stateOf({ status, reason }: Component): StateWords {
  if (reason === 'NotDeployed') return componentStates.NotDeployed;
  return reason === 'Stopped' ? componentStates.Stopped : componentStates[status];
}
