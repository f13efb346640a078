import { jsonLogger, TerminalError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { ManualClock } from '@kubemin/testing';
import { expect, test } from 'vitest';
import { deliveryMessages } from '../messages/delivery.ts';
import { stepMessages } from '../messages/step.ts';
import { makeBench } from '../test-support/bench.ts';
import { documentWithSteps } from '../test-support/documents.ts';
import { Redaction } from './storable-text.ts';

const CANARY = 'canary-in-a-header';
const document = documentWithSteps(
  ['c1'],
  [
    { name: 'work', type: 'probe', properties: { headers: { authorization: CANARY } } },
    { name: 'fail', type: 'probe' },
    { name: 'encoded', type: 'probe', if: 'failed' },
  ],
);

test('reports, outputs, logs and errors of a job are stored without the secrets of its document', async () => {
  const bench = await makeBench(new ManualClock(), {
    probes: {
      work: async ({ report, storeLog }) => {
        await report(`report ${CANARY}`);
        await report(stepMessages.paused({ duration: CANARY }));
        await storeLog({ text: `printing ${CANARY}`, truncated: false });
        return { message: `done with ${CANARY}`, values: { token: CANARY, kept: 7 } };
      },
      fail: async () => {
        throw new TerminalError(deliveryMessages.claim({ name: CANARY, outcome: verbatim(CANARY) }), { code: 'X' });
      },
      encoded: async () => {
        throw new Error(`failed over ${Buffer.from(`user:${CANARY}`).toString('base64')}`);
      },
    },
  });
  await bench.engine.start();
  const { task } = await bench.finished((await bench.submit(document)).id);
  const jobs = await bench.engine.jobs(task.id);
  const events: unknown[] = [];
  for await (const event of bench.engine.events(task.id)) events.push(event);
  const logs = await Promise.all(jobs.map(({ id }) => bench.engine.log(id)));
  const all = JSON.stringify([task, jobs, events, logs]);
  expect(all).toContain('printing ********');
  expect(all).toContain('failed over ');
  expect(all).toContain('engine.delivery.claim');
  expect(all).not.toContain(CANARY);
  expect(all).not.toContain(Buffer.from(CANARY).toString('base64').slice(4, 16));
});

test('lines of the log hold no secret, not in errors, their causes or fields of fields', () => {
  const lines: string[] = [];
  const redaction = new Redaction();
  redaction.learn(document);
  const logger = redaction.logger(jsonLogger({ clock: new ManualClock(), write: (line) => lines.push(line) }));
  const error = new Error(`refused ${CANARY}`, { cause: new Error(`because of ${CANARY}`) });
  logger.child({ app: CANARY }).warn('It failed.', { error, fields: { deep: [CANARY] } });
  expect(lines.join('')).toContain('because of ********');
  expect(lines.join('')).not.toContain(CANARY);
});
