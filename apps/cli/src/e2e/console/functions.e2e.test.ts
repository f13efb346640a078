import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accessibilityFindings, CHROMIUM, ConsoleBrowser } from '../../test-support/console/console-browser.ts';
import { runHere } from '../../test-support/run-here.ts';

const CODE = { runtime: 'node', files: { 'index.js': 'export default () => ({ from: "test" });\n' } };
const WORKFLOW = `apiVersion: functions.kubemin.io/v1
kind: FunctionWorkflow
metadata: { name: chain }
spec:
  startNode: choose
  startArguments: { z: 8 }
  nodes:
    - name: choose
      type: fork
      fork:
        - { variable: z, compareBy: NumE, compareTo: '8', next: call }
        - { compareBy: default }
    - { name: call, type: func, func: { name: hello } }
`;

// Functions are served on simulated nodes too, where a call responds with an error that states why.
describe.skipIf(CHROMIUM === undefined)('functions in the console', () => {
  let consoles: ConsoleBrowser;
  beforeAll(async () => {
    consoles = await ConsoleBrowser.start('--functions', 'on', '--functions-port', '0');
    await consoles.client.putFunction('default', 'default', 'hello', CODE);
    await writeFile(consoles.home.at('workflow.yaml'), WORKFLOW);
    const words = ['chain', 'deploy', 'workflow.yaml', '--data-dir', consoles.home.at()];
    expect(await runHere(words, { cwd: consoles.home.path })).toMatchObject({ exitCode: 0 });
  });
  afterAll(() => consoles.close());

  test('a function is opened from the rail, changed, deployed, called and scaled', async () => {
    const { page, context, errors } = await consoles.open('/apps');
    await page.getByRole('navigation', { name: 'Main' }).first().getByRole('link', { name: 'Functions' }).click();
    await page.getByRole('link', { name: 'hello' }).click();
    const editor = page.getByLabel('Code of index.js');
    await editor.click();
    await page.keyboard.press('Control+End');
    await page.keyboard.type('// edited');
    await page.getByRole('button', { name: 'Deploy', exact: true }).click();
    const place = ['default', 'default', 'hello'] as const;
    await expect
      .poll(async () => (await consoles.client.getFunction(...place)).files?.['index.js'])
      .toContain('// edited');

    await page.getByRole('button', { name: 'Test' }).click();
    await page.getByLabel('Arguments (JSON)').fill('{');
    await page.getByText('Write a JSON object').first().waitFor();
    await page.getByLabel('Arguments (JSON)').fill('{"name": "x"}');
    await page.getByRole('button', { name: 'Call', exact: true }).click();
    await page.getByRole('region', { name: 'Response' }).getByText('nothing runs there').waitFor();

    await page.getByRole('button', { name: 'Scale' }).click();
    await page.getByRole('img', { name: /^Level \d+: above \d+ an instance is added/ }).waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Concurrency' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(async () => (await consoles.client.getFunction(...place)).scaling.policy).toBe('concurrency');
    expect(errors).toEqual([]);
    await context.close();
  });

  test('a workflow is a graph, and a run shows each node with its input', async () => {
    const { page, context, errors } = await consoles.open('/functions/chains/chain');
    const graph = page.getByRole('region', { name: 'Nodes of the workflow' });
    await graph.getByText('call · func hello').waitFor();
    await graph.getByText('z NumE 8').waitFor();
    await page.getByRole('button', { name: 'Start run' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Arguments (JSON)').fill('{"z": 9}');
    await dialog.getByRole('button', { name: 'Start run' }).click();
    const run = page.getByRole('region', { name: /^Run chain-/ });
    await run.getByText('{"z":9}').first().waitFor();
    await run.getByText('Completed').waitFor();
    expect(await accessibilityFindings(page)).toEqual([]);
    expect(errors).toEqual([]);
    await context.close();
  });
});
