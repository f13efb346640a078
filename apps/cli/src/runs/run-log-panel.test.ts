import { createPlatformClient, type Job } from '@kubemin/client';
import { expect, test } from 'vitest';
import { translateTo } from '../terminal/language/language.ts';
import { scriptJob } from '../test-support/script-job.ts';
import { RunLogPanel } from './run-log-panel.ts';

const job = scriptJob;
const delivered: Job = { ...job, id: 'k', objectKind: 'Service', objectName: 'web' };

/** Simulated nodes run no programs, so nothing here would keep a log. */
function createPanel(respond: (path: string) => Response): RunLogPanel {
  const client = createPlatformClient({
    url: 'http://platform',
    token: 'any',
    fetch: async (url) => respond(new URL(String(url)).pathname),
  });
  return new RunLogPanel({ client, taskId: 't', translate: translateTo('en') });
}

test('shows the last lines of each program, hides them again, and reads them again each time', async () => {
  let lines = 3;
  const panel = createPanel((path) => {
    if (!path.endsWith('/log')) return Response.json({ jobs: [job, delivered] });
    const text = Array.from({ length: lines }, (_, index) => `line ${index + 1}\n`).join('');
    return Response.json({ text, truncated: false });
  });
  expect(panel.lines).toEqual([]);
  await panel.toggle();
  expect(panel.lines).toEqual(['', 'migrate:', '  line 1', '  line 2', '  line 3']);
  await panel.toggle();
  expect(panel.lines).toEqual([]);
  lines = 30;
  await panel.toggle();
  expect(panel.lines.slice(2)).toEqual(Array.from({ length: 10 }, (_, index) => `  line ${index + 21}`));
});

test('control sequences of a program are removed: they would move the cursor', async () => {
  const text = '\u001b[2J\u001b[31mred\u001b[0m\r\n10 %\r20 %\tdone\n';
  const panel = createPanel((path) =>
    Response.json(path.endsWith('/log') ? { text, truncated: false } : { jobs: [job] }),
  );
  await panel.toggle();
  expect(panel.lines.slice(2)).toEqual(['  red', '  10 % 20 % done']);
});

test('shows that nothing was written, or why nothing can be read, and continues', async () => {
  const silent = createPanel(() => Response.json({ jobs: [delivered] }));
  await silent.toggle();
  expect(silent.lines.at(-1)).toContain('no program of this run');
  const refused = createPanel(() =>
    Response.json({ code: 403, error: 'FORBIDDEN', message: 'you may not' }, { status: 403 }),
  );
  await refused.toggle();
  expect(refused.lines).toEqual(['', 'you may not']);
});
