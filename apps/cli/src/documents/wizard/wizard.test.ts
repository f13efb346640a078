import { builtinRegistry, createModel } from '@kubemin/model';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { translateTo } from '../../terminal/language/language.ts';
import { TestInterview } from './test-support/interviewing.ts';
import { shopAnswers, shopDocument } from './test-support/shop.ts';

const ids = (interview: TestInterview): readonly string[] => interview.asked.map(({ id }) => id);

test('answers become the document, deployed in the order of its references', async () => {
  expect(await new TestInterview(shopAnswers).run()).toBe(shopDocument);
});

test('the first questions are those most people have an answer to, in a fixed order', async () => {
  const interview = new TestInterview({ name: 'shop', 'component.1.name': 'api', 'component.1.image': 'api:1' });
  expect(await interview.run()).toBe('name: shop\ncomponent:\n  - name: api\n    type: webservice\n    image: api:1\n');
  expect(interview.asked.map(({ message }) => message)).toEqual([
    'App name',
    'Namespace',
    'Component 1 · Type',
    'Component 1 · Name',
    'Component 1 · Image',
    'api · Ports 1 · Port',
    'Traits for api',
    'api · more settings',
    'Another component?',
  ]);
});

test('in Chinese every question is Chinese', async () => {
  const interview = new TestInterview(shopAnswers);
  expect(await interview.run({ translate: translateTo('zh') })).toBe(shopDocument);
  const english = interview.asked.filter(({ message }) => !/\p{Script=Han}/u.test(message));
  expect(english.map(({ id }) => id)).toEqual([]);
});

test('a secret is asked hidden, and never kept in a draft', async () => {
  const interview = new TestInterview(shopAnswers);
  await interview.run();
  expect(interview.asked.find(({ id }) => id === 'component.3.secret.1.value')?.kind).toBe('secret');
  expect(JSON.stringify([...interview.kept])).not.toContain('hunter2');
});

test.each([
  ['name', 'a', 'too short'],
  ['component.1.name', '-', 'name'],
  ['component.1.ports.1.port', '99999', '65535'],
  ['component.1.ports.1.port', 'http', 'number'],
  ['component.1.traits.envs.1.name', '1 A', 'environment variable'],
  ['component.2.name', 'api', 'already named'],
])('the model’s own words refuse %s = %s', async (id, wrong, reply) => {
  await expect(new TestInterview({ ...shopAnswers, [id]: wrong }).run()).rejects.toThrow(reply);
});

test('going back leads to the question before, with what was answered as its default', async () => {
  const replies: Record<string, string[]> = {
    'component.1.image': ['api:1', 'back', 'api:2'],
    namespace: ['back', 'prod'],
  };
  const interview = new TestInterview(({ id }) => {
    const reply = replies[id]?.shift();
    if (reply !== undefined) return reply;
    return id === 'component.1.ports.1.port' && replies['component.1.image']?.length === 2
      ? 'back'
      : { name: 'shop', 'component.1.name': 'api' }[id];
  });
  expect(await interview.run()).toContain('namespace: prod');
  const images = interview.asked.filter(({ id }) => id === 'component.1.image');
  expect(images.map((question) => ('default' in question ? question.default : undefined))).toEqual([
    undefined,
    'api:1',
    'api:1',
  ]);
});

test('going back at the first question asks it again', async () => {
  const interview = new TestInterview(({ id }, turn) => (turn === 1 ? 'back' : shopAnswers[id as 'name']));
  expect(await interview.run()).toBe(shopDocument);
  expect(ids(interview).slice(0, 2)).toEqual(['name', 'name']);
});

test('an interview that was stopped goes on where it stopped, secrets excepted', async () => {
  const first = new TestInterview(({ id }) =>
    id === 'component.3.secret.2.key' ? 'cancel' : shopAnswers[id as 'name'],
  );
  expect(await first.run()).toBe('stopped');
  const second = new TestInterview(shopAnswers);
  expect(await second.run({ resumed: first.kept })).toBe(shopDocument);
  expect(ids(second)[0]).toBe('component.3.secret.1.value');
});

test('a draft whose answers no longer fit is asked from there on', async () => {
  const interview = new TestInterview(shopAnswers);
  const resumed = new Map([
    ['name', 'shop'],
    ['namespace', 'default'],
    ['component.1.type', 'spaceship'],
  ]);
  expect(await interview.run({ resumed })).toBe(shopDocument);
  expect(ids(interview)[0]).toBe('component.1.type');
});

test('an order can be made parallel, or typed', async () => {
  expect(await new TestInterview({ ...shopAnswers, order: 'parallel' }).run()).toContain(
    'workflow:\n  - name: step-1\n    mode: DAG\n    components:\n      - api\n      - mysql\n      - db-cred\n',
  );
  const typed = { ...shopAnswers, order: 'edit', 'order.steps': 'db-cred + mysql, api' };
  expect(await new TestInterview(typed).run()).toContain('- db-cred\n      - mysql\n  - name: api\n');
  await expect(new TestInterview({ ...typed, 'order.steps': 'mysql, api' }).run()).rejects.toThrow('db-cred');
  await expect(new TestInterview({ ...typed, 'order.steps': 'a, mysql, api' }).run()).rejects.toThrow('"a"');
});

test('what was begun with is kept, and its answers are suggested', async () => {
  const start = { kind: 'image', name: 'web', image: 'web:latest', port: 3000 } as const;
  expect(await new TestInterview({}).run({ directoryName: 'shop', found: { files: 'Dockerfile', start } })).toBe(
    'name: shop\ncomponent:\n  - name: web\n    type: webservice\n    image: web:latest\n    properties:\n      ports:\n        - port: 3000\n',
  );
  const components = [{ name: 'web', type: 'webservice', image: 'nginx:1.27' }];
  const kept = new TestInterview({ name: 'shop' });
  expect(await kept.run({ start: { kind: 'components', components } })).toContain('image: nginx:1.27');
  expect(ids(kept)).toEqual(['name', 'namespace', 'component.2']);
  expect(await new TestInterview({ name: 'shop' }).run({ start: { kind: 'template', id: 'mysql' } })).toContain(
    'id: mysql',
  );
});

test('every field of every type and trait can be asked for, and every question has a flag', async () => {
  const form = createModel(builtinRegistry).form();
  const types = Object.keys(form.componentTypes);
  const interview = new TestInterview((question) => {
    const { id } = question;
    const [, number, field] = /^component\.(\d+)(?:\.(\w+))?$/.exec(id) ?? [];
    if (number !== undefined && field === undefined) return Number(number) <= types.length;
    if (number !== undefined && field === 'type') return types[Number(number) - 1];
    if (number !== undefined && field === 'name') return `part-${number}`;
    if (question.kind === 'multi-select') return question.options.map(({ value }) => value);
    if (question.kind === 'secret') return 'hunter2';
    if (question.kind === 'select') return question.options[0]?.value;
    if (question.kind !== 'text') return undefined;
    // Whatever can be left out is, so that lists end.
    return question.optional === true ? '' : (question.example ?? '5');
  }, 'none');
  expect((await interview.outcome()).kind).toBe('done');
  const asked = interview.asked.map(({ id }) => id);
  for (const trait of Object.keys(form.traits)) {
    expect(asked.filter((id) => new RegExp(`^component\\.\\d+\\.traits\\.${trait}\\.`).test(id))).not.toEqual([]);
  }
  for (const { flag } of interview.asked) expect(flag).toMatch(/^--[a-z]+( [\w.]+)?$/);
});

test('going back and giving the same answers results in the same document', async () => {
  await fc.assert(
    fc.asyncProperty(fc.infiniteStream(fc.nat(9)), async (dice) => {
      let backs = 0;
      const interview = new TestInterview(({ id }) => {
        if (backs < 15 && dice.next().value < 3) {
          backs += 1;
          return 'back';
        }
        return shopAnswers[id as 'name'];
      });
      expect(await interview.run()).toBe(shopDocument);
    }),
    { numRuns: 10 },
  );
});
